import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import {
  startPersonalChat,
  setAcceptance,
  createGroup,
  fetchMessages,
  removeMember,
  sendMessage,
} from '#/testing/scenes/chats.ts'
import { picture } from '#/testing/scenes/pictures.ts'
import type { SentFile } from '#/testing/caller.ts'
import { type TestUser, type TestServer, startTestServer } from '#/testing/test-server.ts'

const note = (text = 'two of us', name = 'note.txt'): SentFile => ({
  field: 'messageMedia',
  name,
  bytes: new TextEncoder().encode(text),
})
const upload = (person: TestUser, threadId: string, files: readonly SentFile[], form: Record<string, string> = {}) =>
  person.request(messageRoutes.upload, { form: { messageThreadId: threadId, ...form }, files })
const storedKeys = async ({ deps }: TestServer) => {
  const keys: string[] = []
  for await (const key of deps.storage.storedBefore(new Date(Date.now() + 60_000))) keys.push(key)
  return keys
}
const statusOf = async (person: TestUser, path: string) => (await person.rawFetch(path)).status

describe('files in a message', () => {
  test('are sent with its text and location, pictures with their sizes; more than ten get 413', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await startPersonalChat(aiko, ben)
    const listening = await ben.openSocket()
    const photo = { field: 'messageMedia', name: 'bridge.png', bytes: await picture(800, 600) }
    const form = { text: 'look', latitude: '38.2', longitude: '140.9', messageAt: '2026-03-11T05:46:00Z' }
    const { status, body } = await upload(aiko, id, [photo, note()], form)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      text: 'look',
      latitude: 38.2,
      isGroupMessage: false,
      userId: [ben.id],
      messageMedias: [{ width: 800, height: 600, previewName: 'bridge.png' }, { previewName: 'note.txt' }],
    })
    expect(await listening.next('messages:new_message')).toEqual(body)
    expect(await fetchMessages(ben, id)).toEqual([body])

    const many = Array.from({ length: 10 }, (_, index) => note(`${index}`, `${index}.txt`))
    expect((await upload(aiko, id, many)).body.messageMedias.map(({ previewName }) => previewName)).toEqual(
      many.map(({ name }) => name),
    )
    expect(await upload(aiko, id, [...many, note()])).toMatchObject({ status: 413, body: { code: 'file.tooMany' } })
  })

  test('may be missing if the message has a location', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await startPersonalChat(aiko, ben)
    expect(await upload(aiko, id, [], { latitude: '38', longitude: '140' })).toMatchObject({ status: 201, body: { text: '' } })
    for (const form of [{ text: 'no file' }, { latitude: '38' }, { latitude: '95', longitude: '140' }])
      expect(await upload(aiko, id, [], form)).toMatchObject({ status: 400, body: { code: 'thread.noFiles' } })
  })

  test('are stored once for a repeated client id; other files with the same id get 409', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await startPersonalChat(aiko, ben)
    const form = { clientId: randomUUID(), text: 'look' }
    const first = await upload(aiko, id, [note()], form)
    expect(await upload(aiko, id, [note()], form)).toMatchObject({ status: 201, body: first.body })
    for (const other of [await upload(aiko, id, [note('three')], form), await upload(aiko, id, [note(), note()], form)])
      expect(other).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await storedKeys(noroshi)).toHaveLength(1)
    expect(await fetchMessages(ben, id)).toHaveLength(1)
  })

  test('from outsiders, from a blocked sender and from a failed form are not stored', async () => {
    await using noroshi = await startTestServer({ MAX_UPLOAD_MB: '0.01' })
    const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
    const { id } = await startPersonalChat(aiko, ben)
    expect(await upload(dora, id, [note()])).toMatchObject({ status: 404, body: { code: 'thread.notFound' } })
    expect((await upload(aiko, id, [note(), note('x'.repeat(20_000))])).status).toBe(413)
    await setAcceptance(ben, id, false)
    expect(await upload(aiko, id, [note()])).toMatchObject({ status: 403, body: { code: 'thread.blocked' } })
    expect(await storedKeys(noroshi)).toEqual([])
    expect(await fetchMessages(aiko, id)).toEqual([])
  })

  test('can be read by current members of the thread only', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
    const admin = await noroshi.admin('Gen')
    const { id } = await createGroup(aiko, [ben])
    const photo = { field: 'messageMedia', name: 'key.png', bytes: await picture(40, 30) }
    const { mediaUrl, previewUrl } = (await upload(aiko, id, [photo])).body.messageMedias[0] ?? {}
    const addresses = [mediaUrl ?? '', previewUrl ?? '']
    for (const address of addresses) {
      for (const person of [aiko, ben]) expect(await statusOf(person, address)).toBe(200)
      for (const person of [dora, admin]) expect(await statusOf(person, address)).toBe(404)
      expect((await noroshi.visitor.rawFetch(address)).status).toBe(404)
    }
    await removeMember(aiko, id, ben)
    for (const address of addresses) expect(await statusOf(ben, address)).toBe(404)
    await sendMessage(aiko, id)
    expect(await statusOf(aiko, addresses[0] ?? '')).toBe(200)
  })
})
