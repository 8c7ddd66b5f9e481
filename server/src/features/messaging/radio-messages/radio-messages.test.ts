import { expect, test } from 'vitest'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import { interceptReplies } from '#/testing/pg-replies.ts'
import { fetchHistory, openChannel, say } from '#/testing/scenes/radio.ts'
import { TestSpeech } from '#/testing/test-speech.ts'
import { startTestServer } from '#/testing/test-server.ts'
import { correctRadioMessage, setTranscription } from './radio-messages.service.ts'

test('a message that is read while its text is stored has the state of the recognition that belongs to its text', async () => {
  await using noroshi = await startTestServer({}, { speech: new TestSpeech() })
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const channel = await openChannel([aiko, ben])
  const { id = '' } = (await say(channel.pages[0])) ?? {}
  await noroshi.db.updateTable('radio_recordings').set({ transcription: 'pending' }).execute()
  await noroshi.db.updateTable('messages').set({ text: '' }).where('id', '=', id).execute()

  const storing: Promise<void>[] = []
  const stop = interceptReplies((text, onReply, error, result) => {
    if (storing.length > 0 || !text.includes('JOIN thread_marks k')) return onReply(error, result)
    storing.push(setTranscription(noroshi.deps, id, 'the bridge is closed').finally(() => onReply(error, result)))
  })
  const read = await fetchHistory(ben, channel.id)
  stop()
  await Promise.all(storing)
  expect(read.map((message) => [message.text, message.radio?.transcription])).toEqual([['', 'pending']])
  const later = await fetchHistory(ben, channel.id)
  expect(later.map((message) => [message.text, message.radio?.transcription])).toEqual([['the bridge is closed', 'complete']])
})

test('a radio message is not edited, and its text does not come back after it was deleted', async () => {
  await using noroshi = await startTestServer({}, { speech: new TestSpeech() })
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const [dora] = await noroshi.people('Dora')
  const channel = await openChannel([aiko, ben])
  const { id = '' } = (await say(channel.pages[0])) ?? {}
  const edit = { params: { id }, body: { text: 'the bridge is open' } }
  expect(await aiko.request(messageChangeRoutes.edit, edit)).toMatchObject({ status: 403, body: { code: 'message.isRecord' } })
  expect((await dora.request(messageChangeRoutes.edit, edit)).status).toBe(404)
  const setPending = () => noroshi.db.updateTable('radio_recordings').set({ transcription: 'pending' }).execute()
  await setPending()
  const deleted = await aiko.fetch(messageChangeRoutes.delete, { params: { id } })
  expect(deleted).toMatchObject({ text: '', radio: { transcription: 'unavailable' } })
  await setPending() // as if the message were deleted while the text is stored
  await setTranscription(noroshi.deps, id, 'the bridge is closed')
  const correction = { text: 'the bridge is closed', isDraft: false }
  await noroshi.deps.transaction((tx) => correctRadioMessage(noroshi.deps, tx, id, correction))
  const { text, version } = await noroshi.db
    .selectFrom('messages')
    .select(['text', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect([text, version]).toEqual(['', deleted.version])
})
