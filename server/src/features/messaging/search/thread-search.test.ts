import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import type { MediaKind } from '@noroshi/contract/messaging/message-search.http'
import { messageSearchRoutes } from '@noroshi/contract/messaging/message-search.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { createGroup, removeMember, sendMessage, startPersonalChat } from '#/testing/scenes/chats.ts'
import type { SentFile } from '#/testing/caller.ts'
import { picture } from '#/testing/scenes/pictures.ts'
import { type TestServer, type TestUser, startTestServer } from '#/testing/test-server.ts'

type Query = Readonly<Record<string, string>>

const search = (person: TestUser, query: Query) => person.fetch(messageSearchRoutes.search, { query })
const findTexts = async (person: TestUser, query: Query): Promise<string[]> =>
  (await search(person, query)).items.map(({ message }) => message.text)

/** Adds messages with the texts `text 1`, `text 2` and so on. */
async function addMessages({ db }: TestServer, threadId: string, sender: TestUser, text: string, count: number) {
  await sql`
    INSERT INTO messages (id, thread_id, seq, sender_id, message_type, text, grams, message_at)
    SELECT ('ffffffff-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${threadId}::uuid,
      (SELECT COALESCE(max(seq), 0) FROM messages WHERE thread_id = ${threadId}::uuid) + n, ${sender.id}::uuid, 'normalChat',
      ${text} || ' ' || n, ${'ra ai in'}, now()
    FROM generate_series(1, ${count}::int) AS n`.execute(db)
}

describe('a search in one thread', () => {
  test('finds the messages of this thread only, newest first, those with other forms of the words among them', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await createGroup(aiko, [ben])
    const other = await startPersonalChat(aiko, ben)
    for (const text of ['ハルカは無事', 'はるかさんへ', 'ﾊﾙｶ', '避難所']) await sendMessage(aiko, id, text)
    await sendMessage(aiko, other.id, 'はるかです')
    expect(await findTexts(ben, { text: 'はるか', threadId: id })).toEqual(['ﾊﾙｶ', 'はるかさんへ', 'ハルカは無事'])
    expect(await findTexts(ben, { text: 'ハルカ', threadId: other.id })).toEqual(['はるかです'])
    expect(await findTexts(ben, { text: 'zzz', threadId: id })).toEqual([])
  })

  test('is 404 for an outsider, a removed member and a thread that does not exist', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
    const { id } = await createGroup(aiko, [ben])
    await sendMessage(aiko, id, 'the bridge')
    const request = (person: TestUser, threadId: string) =>
      person.request(messageSearchRoutes.search, { query: { text: 'bridge', threadId } })
    const refused = { status: 404, body: { code: 'thread.notFound' } }
    expect(await findTexts(ben, { text: 'bridge', threadId: id })).toEqual(['the bridge'])
    await removeMember(aiko, id, ben)
    for (const person of [ben, dora]) expect(await request(person, id)).toMatchObject(refused)
    expect(await request(aiko, aiko.id)).toMatchObject(refused)
    // Filters find nothing in threads of other users.
    expect(await findTexts(dora, { text: 'bridge', senderId: aiko.id })).toEqual([])
  })

  test('filters by sender, time and kind of file, also without words', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await createGroup(aiko, [ben])
    const upload = (name: string, bytes: SentFile['bytes']) =>
      aiko.fetch(messageRoutes.upload, {
        form: { messageThreadId: id, text: `here is ${name}` },
        files: [{ field: 'messageMedia', name, bytes }],
      })
    await upload('bridge.png', await picture(40, 30))
    await upload('plan.txt', new TextEncoder().encode('go west'))
    noroshi.clock.advance({ hours: 24 })
    const second = await sendMessage(ben, id, 'here is the map: https://example.org/map')
    noroshi.clock.advance({ hours: 24 })
    const third = await sendMessage(ben, id, 'here is the soup')
    const deleted = await sendMessage(ben, id, 'here is nothing')
    await ben.request(messageChangeRoutes.delete, { params: { id: deleted.id } })
    const [map, soup, photo, plan] = [second.text, third.text, 'here is bridge.png', 'here is plan.txt']

    const found = (filters: Query) => findTexts(aiko, { threadId: id, ...filters })
    expect(await found({ text: 'here' })).toEqual([soup, map, plan, photo])
    expect(await found({ senderId: ben.id })).toEqual([soup, map])
    expect(await found({ text: 'plan', senderId: ben.id })).toEqual([])
    expect(await found({ from: second.createdAt })).toEqual([soup, map])
    expect(await found({ to: second.createdAt })).toEqual([plan, photo])
    expect(await found({ from: second.createdAt, to: third.createdAt, text: 'here' })).toEqual([map])
    expect(await found({ from: third.createdAt, to: second.createdAt })).toEqual([])
    const byKind: Record<MediaKind, string[]> = { picture: [photo], file: [plan], link: [map], video: [], voice: [] }
    for (const media of ['picture', 'file', 'link', 'video', 'voice'] as const)
      expect(await found({ media }), media).toEqual(byKind[media])
    // A message that the reader has hidden is found by the others only.
    await ben.request(messageChangeRoutes.hide, { params: { id: third.id }, body: { isHidden: true } })
    expect(await findTexts(ben, { threadId: id, text: 'soup' })).toEqual([])
    expect(await found({ text: 'soup' })).toEqual([soup])
    // The same filters in all threads.
    expect(await findTexts(aiko, { text: 'here', media: 'picture' })).toEqual([photo])
    expect(await findTexts(aiko, { text: 'here', senderId: ben.id, to: third.createdAt })).toEqual([map])
  })

  test('finds messages far above the newest ones, and continues without a repetition or a gap', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await startPersonalChat(aiko, ben)
    await sendMessage(aiko, id, 'the old bridge ~')
    await addMessages(noroshi, id, ben, 'rain', 25_000)
    expect(await findTexts(ben, { text: 'bridge', threadId: id })).toEqual(['the old bridge ~'])

    const found: string[] = []
    let cursor: string | null = null
    for (let page = 0; page < 3; page += 1) {
      const next: Awaited<ReturnType<typeof search>> = await search(ben, {
        text: 'rain',
        threadId: id,
        ...(cursor !== null && { cursor }),
      })
      found.push(...next.items.map(({ message }) => message.text))
      cursor = next.nextCursor
    }
    expect(found).toEqual(Array.from({ length: 90 }, (_, index) => `rain ${25_000 - index}`))

    // Neither a text without grams nor a filter reads more than a limited number of messages for a page.
    for (const rare of [{ text: '~' }, { senderId: aiko.id }] satisfies Query[]) {
      let page = await search(ben, { threadId: id, ...rare })
      expect(page.items).toEqual([])
      expect(page.nextCursor).not.toBeNull()
      for (let more = 0; more < 30 && page.nextCursor !== null && page.items.length === 0; more += 1)
        page = await search(ben, { threadId: id, ...rare, cursor: page.nextCursor })
      expect(page.items.map(({ message }) => message.text)).toEqual(['the old bridge ~'])
    }
  })

  test('refuses a search without words in all threads, a wrong filter and the cursor of another search', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await startPersonalChat(aiko, ben)
    const wrong: Record<string, string>[] = [
      {},
      { text: ' ' },
      { media: 'picture' },
      { threadId: id, media: 'music' },
      { threadId: id, from: 'yesterday' },
      { threadId: id, senderId: 'ben' },
      { threadId: id, text: 'x', cursor: id },
      { text: 'x', cursor: '12' },
      { threadId: 'x', text: 'x' },
    ]
    for (const query of wrong) {
      const address = `/backend/api/messages/search?${new URLSearchParams(query).toString()}`
      expect((await aiko.rawFetch(address)).status, address).toBe(400)
    }
    for (const from of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])
      expect(await findTexts(aiko, { threadId: id, from, to: from })).toEqual([])
  })
})
