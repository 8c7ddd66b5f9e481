import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { Media } from '@noroshi/contract/files'
import type { Tx } from '#/db/transaction.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { raiseSos } from '#/testing/scenes/alert-requests.ts'
import { answerAlert, rowsIn } from '#/testing/scenes/ledger.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'
import { ANSWERS_MAX, CHANGES_MAX, entryOf, type KnownAlert, transcriptsOf } from './alert-entries.ts'
import { ChainWriter } from './chain-writer.ts'

/** Returns the kinds of the entries of a chain, in their order. */
async function kindsOf(noroshi: TestServer, id: string): Promise<string[]> {
  await noroshi.consumers.flush()
  const rows = await noroshi.db.selectFrom('record_entries').select('kind').where('chain_id', '=', id).orderBy('seq').execute()
  return rows.map(({ kind }) => kind)
}

const answersIn = (kinds: readonly string[]) => kinds.filter((kind) => kind === 'answered').length

test('a person who changes an answer without end fills a record with no more than a hundred, and the last one counts', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const id = await raiseSos(aiko)
  await kindsOf(noroshi, id)
  const writer = await ChainWriter.open<KnownAlert>(noroshi.db, [id])
  for (let count = 1; count < ANSWERS_MAX; count += 1)
    writer.append(id, entryOf('answered', new Date(count), { by: null, answer: 'cannotHelp' }, { personId: ben.id }))
  await writer.write()
  for (const answer of ['responding', 'cannotHelp', 'responding', 'cannotHelp']) await answerAlert(ben, id, answer)
  expect(answersIn(await kindsOf(noroshi, id))).toBe(ANSWERS_MAX)
  expect((await rowsIn(noroshi)).find(({ user_id }) => user_id === ben.id)?.answer).toBe('cannotHelp')
  await answerAlert(chie, id, 'responding')
  expect(answersIn(await kindsOf(noroshi, id))).toBe(ANSWERS_MAX + 1)
})

test('answers that the consumer reads together count once each', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const id = await raiseSos(aiko)
  await kindsOf(noroshi, id)
  const answer = (tx: Tx, answered: 'responding' | 'cannotHelp') =>
    tx.emit('alert:answered', [userRoom(ben.id)], { alertId: id, seenAt: null, answer: answered, version: 1 })
  const answers = Array.from({ length: ANSWERS_MAX / 2 }, (_, index) => (index % 2 === 0 ? 'responding' : 'cannotHelp'))
  await noroshi.deps.transaction(async (tx) => void answers.map((one) => answer(tx, one)))
  await kindsOf(noroshi, id)
  await noroshi.deps.transaction(async (tx) => void ['responding' as const, 'cannotHelp' as const].map((one) => answer(tx, one)))
  expect(answersIn(await kindsOf(noroshi, id))).toBe(ANSWERS_MAX / 2 + 2)
})

test('resolutions, reopenings and texts of an alert that have no end are not added, and the alert changes', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const id = await raiseSos(aiko)
  const before = await kindsOf(noroshi, id)
  const writer = await ChainWriter.open<KnownAlert>(noroshi.db, [id])
  const known = writer.known(id)
  if (known) writer.append(id, entryOf('dismissed', new Date(0), {}), { ...known, resolutions: CHANGES_MAX - 1 })
  await writer.write()
  for (let round = 0; round < 2; round += 1) {
    await aiko.fetch(alertRoutes.resolve, { body: { AlertId: id } })
    await aiko.fetch(alertRoutes.reopen, { params: { id } })
  }
  await aiko.fetch(alertRoutes.upload, { form: { alertId: id, textContent: 'the river rises' } })
  expect(await kindsOf(noroshi, id)).toEqual([...before, 'dismissed', 'resolved', 'text'])
  await aiko.fetch(alertRoutes.resolve, { body: { AlertId: id } })
  const { resolved_at: resolvedAt } = await noroshi.db.selectFrom('alerts').select('resolved_at').executeTakeFirstOrThrow()
  expect(resolvedAt).not.toBeNull()
})

test('the text of a voice note that is corrected without end is not added', () => {
  const note = { id: 'note', transcript: { state: 'complete', text: 'on the roof', language: 'en', isCorrected: true } } as Media
  const entriesAfter = (transcriptions: number) => {
    const known = { transcripts: {}, transcriptions } as KnownAlert
    return transcriptsOf(known, [note, { ...note, id: 'other' }], '2026-11-30T10:00:00.000Z', () => undefined)
  }
  expect(entriesAfter(0).entries).toHaveLength(2)
  expect(entriesAfter(CHANGES_MAX - 1)).toMatchObject({
    entries: [{ kind: 'transcript' }],
    known: { transcriptions: CHANGES_MAX },
  })
  expect(entriesAfter(CHANGES_MAX).entries).toEqual([])
})
