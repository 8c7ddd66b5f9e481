import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import { messageSearchRoutes } from '@noroshi/contract/messaging/message-search.http'
import { isFoundIn } from '@noroshi/contract/text/fold-text'
import { interceptReplies } from '#/testing/pg-replies.ts'
import { createGroup, sendMessage, startPersonalChat } from '#/testing/scenes/chats.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'
import { gramsOf, queryGrams } from './grams.ts'
import { refoldMessages } from './refold-messages.ts'
import { RECENT_MESSAGES_SEARCHED } from './search.sql.ts'

let noroshi: TestServer
let aiko: TestUser
let ben: TestUser
beforeAll(async () => {
  noroshi = await startTestServer()
  ;[aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await startPersonalChat(aiko, ben)
  const texts = ['Zoë', 'Müller Straße', 'Muller', '渡邊さん', '避難所　開設', 'ﾊﾙｶ', 'ハルカは無事', 'はるかさんへ']
  for (const text of texts) await sendMessage(aiko, id, text)
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const findTexts = async (person: TestUser, text: string): Promise<string[]> =>
  (await person.fetch(messageSearchRoutes.search, { query: { text } })).items.map(({ message }) => message.text)

describe('a search in messages finds other forms of its words', () => {
  test.each<[query: string, found: readonly string[]]>([
    ['はるか', ['はるかさんへ', 'ハルカは無事', 'ﾊﾙｶ']],
    ['ハルカ', ['ハルカは無事', 'ﾊﾙｶ', 'はるかさんへ']],
    ['避難所開設', ['避難所　開設']],
    ['渡辺', ['渡邊さん']],
    ['muller', ['Muller', 'Müller Straße']],
    ['mueller', ['Müller Straße']],
    ['müller', ['Müller Straße', 'Muller']],
    ['zoe strasse', []],
    ['strasse', ['Müller Straße']],
    ['zoe', ['Zoë']],
    ['はしか', []],
  ])('%s: those as typed first, then the others, newest first', async (query, found) => {
    expect(await findTexts(ben, query)).toEqual(found)
  })

  test('continues with further pages without a repetition or a gap', async () => {
    await using other = await startTestServer()
    const [chie, dan] = await other.people('Chie', 'Dan')
    const { id } = await startPersonalChat(chie, dan)
    const texts = Array.from({ length: 70 }, (_, index) => `${index % 2 === 0 ? 'はるか' : 'ハルカ'} ${index}`)
    for (const text of texts) await sendMessage(chie, id, text)
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page = await dan.fetch(messageSearchRoutes.search, {
        query: { text: 'はるか', ...(cursor !== undefined && { cursor }) },
      })
      found.push(...page.items.map(({ message }) => message.text))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    const newest = texts.toReversed()
    expect(found).toEqual([...newest.filter((text) => text.startsWith('は')), ...newest.filter((text) => text.startsWith('ハ'))])
    const invalid = { query: { text: 'はるか', cursor: 'folded:1' } }
    expect((await dan.request(messageSearchRoutes.search, invalid)).status).toBe(400)
  })

  test('finds messages of an earlier version as typed at once, and in other forms after the index was folded', async () => {
    await using other = await startTestServer()
    const [chie, dan] = await other.people('Chie', 'Dan')
    const { id } = await startPersonalChat(chie, dan)
    await sendMessage(chie, id, 'バス停')
    await sql`UPDATE messages SET grams = 'バ バス ス ス停 停'`.execute(other.db)
    expect(await findTexts(dan, 'バス')).toEqual(['バス停'])
    expect(await findTexts(dan, 'ばす')).toEqual([])
    await refoldMessages(other.deps)
    await refoldMessages(other.deps) // is at its end
    expect(await findTexts(dan, 'バス')).toEqual(['バス停'])
    expect(await findTexts(dan, 'ばす')).toEqual(['バス停'])
  })

  test('finds a caption and the transcript of its voice note after an edit', async () => {
    await using other = await startTestServer()
    const [chie, dan] = await other.people('Chie', 'Dan')
    const { id } = await startPersonalChat(chie, dan)
    const sent = await sendMessage(chie, id, 'listen')
    const file = { id: randomUUID(), storage_key: randomUUID(), type: 'audio/webm', name: 'voice.webm', size: 1 }
    await other.db
      .insertInto('files')
      .values({ ...file, parent_kind: 'message', parent_id: sent.id, created_at: new Date() })
      .execute()
    await other.db
      .insertInto('file_transcripts')
      .values({ file_id: file.id, language: 'en', state: 'complete', text: 'river closed' })
      .execute()
    await other.db.updateTable('messages').set({ transcript: 'river closed' }).execute()
    await chie.fetch(messageChangeRoutes.edit, { params: { id: sent.id }, body: { text: 'please listen' } })
    expect(await findTexts(dan, 'please river')).toEqual(['please listen'])
  })

  test('keeps the options of a poll in a folded index', async () => {
    await using other = await startTestServer()
    const [chie, dan] = await other.people('Chie', 'Dan')
    const { id } = await createGroup(chie, [dan])
    await sendMessage(chie, id, 'where to?', { poll: { options: ['バス停', 'hall'], isMultiple: false, closesAt: null } })
    await sql`UPDATE messages SET grams = 'バ バス ス ス停 停'`.execute(other.db)
    await refoldMessages(other.deps)
    expect(await findTexts(dan, 'ばす')).toEqual(['where to?'])
  })

  test('does not bring back the words of a message that is deleted while the index is folded', async () => {
    await using other = await startTestServer()
    const [chie, dan] = await other.people('Chie', 'Dan')
    const { id } = await startPersonalChat(chie, dan)
    const sent = await sendMessage(chie, id, 'バス停')
    await sql`UPDATE messages SET grams = 'バ バス ス ス停 停'`.execute(other.db)
    let deleting: Promise<unknown> | undefined
    const stop = interceptReplies((text, onReply, error, result) => {
      if (deleting || !text.includes('grams, version FROM messages')) return onReply(error, result)
      deleting = chie.fetch(messageChangeRoutes.delete, { params: { id: sent.id } }).finally(() => onReply(error, result))
    })
    await refoldMessages(other.deps)
    stop()
    await deleting
    expect(await other.db.selectFrom('messages').select('grams').execute()).toEqual([{ grams: null }])
  })

  test('returns other forms at once when more texts than one page reads do not have the words as typed', async () => {
    await using other = await startTestServer()
    const [chie, dan] = await other.people('Chie', 'Dan')
    const { id } = await startPersonalChat(chie, dan)
    await sendMessage(chie, id, 'アリガトウ')
    await sql`
      INSERT INTO messages (id, thread_id, seq, sender_id, message_type, text, grams, message_at)
      SELECT ('ffffffff-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${id}::uuid, n + 1, ${dan.id}::uuid, 'normalChat',
        'ありがとう ' || n, ${gramsOf('ありがとう')}, now() FROM generate_series(1, ${RECENT_MESSAGES_SEARCHED}::int) AS n`.execute(
      other.db,
    )
    const first = await dan.fetch(messageSearchRoutes.search, { query: { text: 'アリガトウ' } })
    expect(first.items[0]?.message.text).toBe(`ありがとう ${RECENT_MESSAGES_SEARCHED}`)
    const second = await dan.fetch(messageSearchRoutes.search, { query: { text: 'アリガトウ', cursor: first.nextCursor ?? '' } })
    expect(second.items[0]?.message.text).toBe(`ありがとう ${RECENT_MESSAGES_SEARCHED - 30}`)
    const last = { text: 'アリガトウ', cursor: `folded:ffffffff-0000-7000-8000-000000000002:${first.nextCursor?.split(':')[2]}` }
    const end = await dan.fetch(messageSearchRoutes.search, { query: last })
    expect(end.items.map(({ message }) => message.text)).toEqual(['ありがとう 1', 'アリガトウ'])
  })

  test('the index of a text has the grams of each word in it', () => {
    const part = fc.string({ unit: fc.constantFrom(...Array.from('aböÜßøはハﾊﾞガか\u3099渡邊邉　 \n\u0301\u200b')), maxLength: 8 })
    fc.assert(
      fc.property(part, part, part, (before, query, after) => {
        const grams = new Set(gramsOf(before + query + after).split(' '))
        const { common, choices } = queryGrams(query)
        if (!isFoundIn([before + query + after], query)) return
        for (const gram of common) expect(grams).toContain(gram)
        for (const forms of choices) expect(forms.some((form) => form.every((gram) => grams.has(gram)))).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })
})
