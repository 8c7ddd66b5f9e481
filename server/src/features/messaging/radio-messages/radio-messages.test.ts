import { expect, test } from 'vitest'
import { interceptReplies } from '#/testing/pg-replies.ts'
import { fetchHistory, openChannel, say } from '#/testing/scenes/radio.ts'
import { TestSpeech } from '#/testing/test-speech.ts'
import { startTestServer } from '#/testing/test-server.ts'
import { setTranscription } from './radio-messages.service.ts'

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
