import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { begins, decides, makesGroup, reads, removes, says } from '#/testing/chats.ts'
import { picture } from '#/testing/pictures.ts'
import type { SentFile } from '#/testing/caller.ts'
import { type Person, type Unit, unit } from '#/testing/unit.ts'

const note = (text = 'two of us', name = 'note.txt'): SentFile => ({
  field: 'messageMedia',
  name,
  bytes: new TextEncoder().encode(text),
})
const sends = (person: Person, threadId: string, files: readonly SentFile[], form: Record<string, string> = {}) =>
  person.asks(messageRoutes.upload, { form: { messageThreadId: threadId, ...form }, files })
const kept = async ({ deps }: Unit) => {
  const keys: string[] = []
  for await (const key of deps.storage.keptBefore(new Date(Date.now() + 60_000))) keys.push(key)
  return keys
}
const statusOf = async (person: Person, path: string) => (await person.fetch(path)).status

describe('files in a message', () => {
  test('come with its words and place, pictures with their sizes; ten at most', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await begins(aiko, ben)
    const listening = await ben.listens()
    const photo = { field: 'messageMedia', name: 'bridge.png', bytes: await picture(800, 600) }
    const form = { text: 'look', latitude: '38.2', longitude: '140.9', messageAt: '2026-03-11T05:46:00Z' }
    const { status, body } = await sends(aiko, id, [photo, note()], form)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      text: 'look',
      latitude: 38.2,
      isGroupMessage: false,
      userId: [ben.id],
      messageMedias: [{ width: 800, height: 600, previewName: 'bridge.png' }, { previewName: 'note.txt' }],
    })
    expect(await listening.next('messages:new_message')).toEqual(body)
    expect(await reads(ben, id)).toEqual([body])

    const many = Array.from({ length: 10 }, (_, place) => note(`${place}`, `${place}.txt`))
    expect((await sends(aiko, id, many)).body.messageMedias.map(({ previewName }) => previewName)).toEqual(
      many.map(({ name }) => name),
    )
    expect(await sends(aiko, id, [...many, note()])).toMatchObject({ status: 413, body: { code: 'file.tooMany' } })
  })

  test('may be missing where there is a place, and not where there is none', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await begins(aiko, ben)
    expect(await sends(aiko, id, [], { latitude: '38', longitude: '140' })).toMatchObject({ status: 201, body: { text: '' } })
    for (const form of [{ text: 'words' }, { latitude: '38' }, { latitude: '95', longitude: '140' }])
      expect(await sends(aiko, id, [], form)).toMatchObject({ status: 400, body: { code: 'thread.noFiles' } })
  })

  test('sent again are kept once; other files under the same id are a conflict', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await begins(aiko, ben)
    const form = { clientId: randomUUID(), text: 'look' }
    const first = await sends(aiko, id, [note()], form)
    expect(await sends(aiko, id, [note()], form)).toMatchObject({ status: 201, body: first.body })
    for (const other of [await sends(aiko, id, [note('three')], form), await sends(aiko, id, [note(), note()], form)])
      expect(other).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await kept(noroshi)).toHaveLength(1)
    expect(await reads(ben, id)).toHaveLength(1)
  })

  test('of outsiders and of who is blocked are not kept, and nothing of a form that fails is', async () => {
    await using noroshi = await unit({ MAX_UPLOAD_MB: '0.01' })
    const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
    const { id } = await begins(aiko, ben)
    expect(await sends(dora, id, [note()])).toMatchObject({ status: 404, body: { code: 'thread.notFound' } })
    expect((await sends(aiko, id, [note(), note('x'.repeat(20_000))])).status).toBe(413)
    await decides(ben, id, false)
    expect(await sends(aiko, id, [note()])).toMatchObject({ status: 403, body: { code: 'thread.blocked' } })
    expect(await kept(noroshi)).toEqual([])
    expect(await reads(aiko, id)).toEqual([])
  })

  test('are opened by who is in the thread now, and by nobody else', async () => {
    await using noroshi = await unit()
    const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
    const admin = await noroshi.admin('Gen')
    const { id } = await makesGroup(aiko, [ben])
    const photo = { field: 'messageMedia', name: 'key.png', bytes: await picture(40, 30) }
    const { mediaUrl, previewUrl } = (await sends(aiko, id, [photo])).body.messageMedias[0] ?? {}
    const addresses = [mediaUrl ?? '', previewUrl ?? '']
    for (const address of addresses) {
      for (const person of [aiko, ben]) expect(await statusOf(person, address)).toBe(200)
      for (const person of [dora, admin]) expect(await statusOf(person, address)).toBe(404)
      expect((await noroshi.visitor.fetch(address)).status).toBe(404)
    }
    await removes(aiko, id, ben)
    for (const address of addresses) expect(await statusOf(ben, address)).toBe(404)
    await says(aiko, id)
    expect(await statusOf(aiko, addresses[0] ?? '')).toBe(200)
  })
})
