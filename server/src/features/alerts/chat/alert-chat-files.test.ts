import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { anonymousDataRoutes } from '@noroshi/contract/alerts/anonymous-data.http'
import { messageSearchRoutes } from '@noroshi/contract/messaging/message-search.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { ALERT_TOKEN_HEADER } from '@noroshi/contract/routes'
import type { Caller, SentFile } from '#/testing/caller.ts'
import { createGroup, requestSend } from '#/testing/scenes/chats.ts'
import { createAlertGroup, leaveAlertGroups } from '#/testing/scenes/groups.ts'
import { picture } from '#/testing/scenes/pictures.ts'
import { type TestServer, startTestServer } from '#/testing/test-server.ts'

const { raise, messages, resolve, sendMessage } = alertRoutes

const note = (text = 'two of us'): SentFile => ({
  field: 'messageMedia',
  name: 'note.txt',
  bytes: new TextEncoder().encode(text),
})
const upload = (
  person: Caller,
  messageThreadId: string,
  { files = [note()], ...more }: { files?: readonly SentFile[]; alertToken?: string; form?: Record<string, string> } = {},
) => {
  const { form, ...rest } = more
  return person.request(messageRoutes.upload, {
    form: { messageThreadId, messageType: 'alertChat', ...form },
    files,
    ...rest,
  })
}
const storedKeys = async ({ deps }: TestServer) => {
  const keys: string[] = []
  for await (const key of deps.storage.storedBefore(new Date(Date.now() + 60_000))) keys.push(key)
  return keys
}

/** Raises an alert of Aiko, who shares a group with Ben. */
async function namedAlert(noroshi: TestServer) {
  const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
  await createAlertGroup(noroshi, [aiko, ben])
  const { id, alertMessageThread } = await aiko.fetch(raise, { body: {} })
  return { aiko, ben, dora, id, threadId: alertMessageThread.MessageThreadId }
}

describe('a file in an alert’s chat', () => {
  test('all readers of the alert receive a picture with the data of a later read', async () => {
    await using noroshi = await startTestServer()
    const { aiko, ben, id, threadId } = await namedAlert(noroshi)
    const listening = await aiko.openSocket()
    const photo = { field: 'messageMedia', name: 'bridge.png', bytes: await picture(800, 600) }
    const { status, body } = await upload(ben, threadId, {
      files: [photo],
      form: { text: 'the way is open', latitude: '38', longitude: '140' },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      seq: 1,
      text: 'the way is open',
      messageType: 'alertChat',
      alertId: id,
      status: 'sent',
      isGroupMessage: true,
      userId: [],
      latitude: 38,
      messageMedias: [{ width: 800, height: 600, previewName: 'bridge.png' }],
    })
    expect(await listening.next('messages:new_message')).toEqual(body)
    expect((await aiko.fetch(messages, { params: { id } })).items).toEqual([body])
    expect((await aiko.fetch(sendMessage, { body: { alertId: id, text: 'thank you' } })).seq).toBe(2)
  })

  test('the raiser, the audience and an administrator send files, also after the resolution', async () => {
    await using noroshi = await startTestServer()
    const { aiko, ben, threadId, id } = await namedAlert(noroshi)
    const admin = await noroshi.admin('Gen')
    await ben.fetch(resolve, { body: { AlertId: id } })
    for (const person of [aiko, ben, admin]) expect((await upload(person, threadId)).status).toBe(201)
  })

  test('an outsider gets 404, a caller without a session 401, and no bytes are stored', async () => {
    await using noroshi = await startTestServer()
    const { dora, threadId } = await namedAlert(noroshi)
    const anonymous = await noroshi.visitor.fetch(raise, { body: {} })
    expect(await upload(dora, threadId)).toMatchObject({ status: 404, body: { code: 'alert.notFound' } })
    expect((await upload(noroshi.visitor, threadId)).status).toBe(401)
    const { MessageThreadId } = anonymous.alertMessageThread
    expect((await upload(noroshi.visitor, MessageThreadId, { alertToken: anonymous.alertToken ?? '' })).status).toBe(401)
    expect(await storedKeys(noroshi)).toEqual([])
  })

  test('a message type that does not fit the thread gets 404, and an unknown one 400', async () => {
    await using noroshi = await startTestServer()
    const { aiko, ben, threadId } = await namedAlert(noroshi)
    const group = await createGroup(aiko, [ben])
    expect(await upload(aiko, group.id)).toMatchObject({ status: 404, body: { code: 'alert.notFound' } })
    expect(await upload(aiko, threadId, { form: { messageType: 'normalChat' } })).toMatchObject({
      status: 404,
      body: { code: 'thread.notFound' },
    })
    expect((await requestSend(aiko, threadId, 'hello')).status).toBe(404)
    expect((await upload(aiko, threadId, { form: { messageType: 'asrChat' } })).status).toBe(400)
    expect(await upload(aiko, threadId, { files: [] })).toMatchObject({ status: 400, body: { code: 'thread.noFiles' } })
    expect(await storedKeys(noroshi)).toEqual([])
  })

  test('a repeated upload returns the same message, and other bytes get 409', async () => {
    await using noroshi = await startTestServer()
    const { aiko, threadId } = await namedAlert(noroshi)
    const form = { clientId: randomUUID() }
    const first = await upload(aiko, threadId, { form })
    expect(await upload(aiko, threadId, { form })).toMatchObject({ status: 201, body: first.body })
    expect(await upload(aiko, threadId, { form, files: [note('three')] })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
    expect(await storedKeys(noroshi)).toHaveLength(1)
  })

  test('the readers of the alert can read it, and a user who left the audience cannot', async () => {
    await using noroshi = await startTestServer()
    const { aiko, ben, dora, threadId } = await namedAlert(noroshi)
    const { mediaUrl = '' } = (await upload(aiko, threadId)).body.messageMedias[0] ?? {}
    const statusesOf = (people: readonly Caller[]) =>
      Promise.all(people.map(async (person) => (await person.rawFetch(mediaUrl)).status))
    expect(await statusesOf([aiko, ben, dora, noroshi.visitor])).toEqual([200, 200, 404, 404])
    await leaveAlertGroups(noroshi, ben)
    expect(await statusesOf([aiko, ben])).toEqual([200, 404])
  })

  test('an anonymous raiser reads it with the alert’s token only', async () => {
    await using noroshi = await startTestServer()
    const [ben] = await noroshi.people('Ben')
    const own = await noroshi.visitor.fetch(raise, { body: {} })
    const other = await noroshi.visitor.fetch(raise, { body: {} })
    const { mediaUrl = '' } = (await upload(ben, own.alertMessageThread.MessageThreadId)).body.messageMedias[0] ?? {}
    const statusWith = async (token = '') =>
      (await noroshi.visitor.rawFetch(mediaUrl, { headers: { [ALERT_TOKEN_HEADER]: token } })).status
    expect(await statusWith(own.alertToken)).toBe(200)
    expect(await statusWith(other.alertToken)).toBe(404)
    expect(await statusWith()).toBe(404)
  })

  test('an administrator deletes it with the alert, and a later message gets 404', async () => {
    await using noroshi = await startTestServer()
    const { aiko, id, threadId } = await namedAlert(noroshi)
    const admin = await noroshi.admin('Gen')
    const { mediaUrl = '' } = (await upload(aiko, threadId)).body.messageMedias[0] ?? {}
    await admin.fetch(anonymousDataRoutes.deleteAlert, { params: { id } })
    expect((await aiko.rawFetch(mediaUrl)).status).toBe(404)
    expect(await storedKeys(noroshi)).toEqual([])
    expect(await upload(aiko, threadId)).toMatchObject({ status: 404, body: { code: 'alert.notFound' } })
  })
})

test('an alert’s thread is not listed, counted or found among the chats', async () => {
  await using noroshi = await startTestServer()
  const { aiko, ben, threadId, id } = await namedAlert(noroshi)
  await aiko.fetch(sendMessage, { body: { alertId: id, text: 'umbrella' } })
  for (const route of [threadRoutes.groups, threadRoutes.personal]) expect((await ben.fetch(route)).items).toEqual([])
  expect(await ben.fetch(threadRoutes.unreadPersonal)).toEqual({ threadIds: [], count: 0 })
  expect((await ben.fetch(messageSearchRoutes.search, { query: { text: 'umbrella' } })).items).toEqual([])
  expect((await ben.request(threadRoutes.get, { params: { id: threadId } })).status).toBe(404)
})
