import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { personalDataRoutes } from '@noroshi/contract/accounts/personal-data.http'
import { alertHandlingRoutes } from '@noroshi/contract/alerts/handling.http'
import { anonymousAlertRoutes } from '@noroshi/contract/alerts/anonymous-alerts.http'
import { anonymousDataRoutes } from '@noroshi/contract/alerts/anonymous-data.http'
import type { ChainEntry } from '@noroshi/contract/record/chain'
import { AUDIT_CHAIN, recordFileOf } from '@noroshi/contract/record/record-file'
import type { RecordEntry } from '@noroshi/contract/record/record-kinds'
import { recordRoutes } from '@noroshi/contract/record/record.http'
import { checkSignature, verifyRecord } from '@noroshi/contract/record/verify'
import { Consumers } from '#/realtime/consumers.ts'
import { continueDeletions } from '#/features/accounts/personal-data/deletion.service.ts'
import { removeOldEntries } from '#/features/admin/audit.service.ts'
import { removeOldAlerts } from '#/features/alerts/retained-alerts.service.ts'
import { PASSWORD, setPasswords } from '#/testing/access/request-values.ts'
import { raiseSos } from '#/testing/scenes/alert-requests.ts'
import { createAlertGroup } from '#/testing/scenes/groups.ts'
import { acknowledge, answerAlert } from '#/testing/scenes/ledger.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'
import type { KnownAlert } from './alert-entries.ts'
import { ChainWriter } from './chain-writer.ts'
import { publishHeads } from './heads.service.ts'
import { recordConsumer } from './sequencer.service.ts'

/** Returns all entries that a user may read, after the sequencer has appended them. */
async function entriesOf(noroshi: TestServer, reader: TestUser, id: string) {
  await noroshi.deps.journal.flush()
  await noroshi.consumers.flush()
  const items: RecordEntry[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: Record<string, string> = cursor === '' ? {} : { cursor }
    const page = await reader.fetch(recordRoutes.timeline, { params: { id }, query })
    items.push(...page.items)
    cursor = page.nextCursor as string | null
  }
  return items
}

const kindsOf = async (noroshi: TestServer, reader: TestUser, id: string) =>
  (await entriesOf(noroshi, reader, id)).map(({ kind }) => kind)

const personOf = ({ id, firstName }: TestUser) => ({ id, firstName })

/** Returns all entries of an export. */
async function exportOf(noroshi: TestServer, admin: TestUser, id: string): Promise<ChainEntry[]> {
  await noroshi.consumers.flush()
  return (await admin.fetch(recordRoutes.export, { params: { id } })).entries as ChainEntry[]
}

test('the record of an alert names what happened, when and by whom', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const id = await raiseSos(aiko, { latitude: '38.1', longitude: '140.2', textContent: 'the river is high' })
  await acknowledge(await ben.openSocket(), id)
  await entriesOf(noroshi, ben, id)
  await answerAlert(ben, id, 'seen')
  await answerAlert(ben, id, 'responding')
  await answerAlert(ben, id, 'responding')
  await entriesOf(noroshi, ben, id)
  await ben.fetch(alertRoutes.sendMessage, { body: { alertId: id, text: 'on the way' } })
  await aiko.fetch(alertRoutes.upload, {
    form: { alertId: id, textContent: 'on the roof', caption: 'the roof', latitude: '38.2', longitude: '140.2' },
    files: [{ name: 'roof.txt', bytes: new TextEncoder().encode('four of us') }],
  })
  await ben.fetch(alertRoutes.resolve, { body: { AlertId: id } })
  await aiko.fetch(alertRoutes.reopen, { params: { id } })

  const entries = (await entriesOf(noroshi, ben, id)).filter(({ kind }) => kind !== 'delivered')
  const by = (person: TestUser) => ({ by: personOf(person) })
  expect(entries.map(({ kind, payload }) => [kind, payload])).toMatchObject([
    ['raised', { ...by(aiko), text: 'the river is high', latitude: 38.1, longitude: 140.2, recipients: 1, isDrill: false }],
    ['seen', by(ben)],
    ['answered', { ...by(ben), answer: 'responding' }],
    ['message', { ...by(ben), text: 'on the way', files: [] }],
    ['text', { ...by(aiko), text: 'on the roof' }],
    ['location', { ...by(aiko), latitude: 38.2, longitude: 140.2 }],
    ['file', { ...by(aiko), name: 'roof.txt', caption: 'the roof' }],
    ['resolved', by(ben)],
    ['reopened', by(aiko)],
  ])
  const seqs = (await exportOf(noroshi, await noroshi.admin('Gen'), id)).map(({ seq }) => seq)
  expect(seqs).toEqual(seqs.map((_, index) => index + 1))
})

test('the record has the decisions about an alert, which an erasure of one person takes without those of others', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const id = await raiseSos(aiko)
  await aiko.fetch(alertHandlingRoutes.classify, { params: { id }, body: { kind: 'fire' } })
  await gen.fetch(alertHandlingRoutes.change, { params: { id }, body: { assignee: { userId: ben.id } } })
  await ben.fetch(alertRoutes.resolve, { body: { AlertId: id, reason: 'real', note: 'the fire is out' } })
  const ofDecision = ({ kind }: RecordEntry) => kind === 'decided' || kind === 'assigned'
  const decisions = async () => (await entriesOf(noroshi, gen, id)).filter(ofDecision).map(({ payload }) => payload)
  const kind = { by: personOf(aiko), subject: 'kind', value: 'fire', note: '' }
  const [assignment, assigned] = [{ by: personOf(gen), subject: 'user', value: null }, { by: personOf(ben) }]
  const closed = { ...assigned, subject: 'closed', value: 'real', note: 'the fire is out' }
  expect(await decisions()).toMatchObject([kind, assignment, assigned, closed])
  await setPasswords(noroshi)
  await ben.fetch(personalDataRoutes.delete, { body: { currentPassword: PASSWORD, deletesMessages: false } })
  await continueDeletions(noroshi.deps)
  expect(await decisions()).toMatchObject([kind, assignment, null, null])
})

test('a user who may not open an alert gets 404 for its record, and a kind that the list lacks is shown to no one', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  await createAlertGroup(noroshi, [aiko, ben])
  const id = await raiseSos(aiko)
  expect(await kindsOf(noroshi, ben, id)).toEqual(['raised'])
  expect((await chie.request(recordRoutes.timeline, { params: { id } })).status).toBe(404)
  await sql`INSERT INTO record_entries (chain_id, seq, at, kind, commitment, hash, payload, salt)
    VALUES (${id}::uuid, 2, now(), 'note', 'x', 'x', '{}', 'x')`.execute(noroshi.db)
  expect(await kindsOf(noroshi, ben, id)).toEqual(['raised'])
})

test('a reader gets a long record in pages', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const id = await raiseSos(aiko)
  for (let number = 1; number <= 60; number += 1)
    await ben.fetch(alertRoutes.sendMessage, { body: { alertId: id, text: `message ${number}` } })
  const entries = await entriesOf(noroshi, aiko, id)
  expect(entries.flatMap((entry) => (entry.kind === 'message' ? entry.payload?.text : []))).toEqual(
    Array.from({ length: 60 }, (_, index) => `message ${index + 1}`),
  )
  const wrong = await aiko.request(recordRoutes.timeline, { params: { id }, query: { cursor: 'later' } })
  expect(wrong.status).toBe(400)
})

test('the record of an alert from before the records begins with its state at the next change', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const id = await raiseSos(aiko, { textContent: 'help' })
  await noroshi.deps.journal.flush()
  await noroshi.consumers.flush()
  for (const table of ['record_entries', 'record_chains']) await sql.raw(`TRUNCATE ${table} CASCADE`).execute(noroshi.db)
  expect(await entriesOf(noroshi, ben, id)).toEqual([])
  await answerAlert(ben, id, 'responding')
  const [first, ...others] = await entriesOf(noroshi, ben, id)
  expect(first).toMatchObject({ kind: 'imported', payload: { text: 'help', by: personOf(aiko), resolvedAt: null } })
  expect(others.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['seen', 'answered']))
})

test('alerts that an administrator resolves together are in their records', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const { id } = await noroshi.visitor.fetch(alertRoutes.raise, { body: {} })
  await gen.fetch(anonymousAlertRoutes.resolve, { body: { from: new Date(0).toISOString(), action: 'dismiss' } })
  const entries = await entriesOf(noroshi, gen, id)
  expect(entries).toMatchObject([
    { kind: 'raised', payload: { by: null } },
    { kind: 'resolved', payload: { by: personOf(gen) } },
    { kind: 'dismissed' },
  ])
})

test('the deletion of an account erases the contents of its entries and leaves their hashes', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const gen = await noroshi.admin('Gen')
  await setPasswords(noroshi)
  const id = await raiseSos(aiko)
  await ben.fetch(alertRoutes.sendMessage, { body: { alertId: id, text: 'a private word' } })
  const before = await exportOf(noroshi, gen, id)
  expect(before).toMatchObject([{ kind: 'raised' }, { kind: 'message', payload: { text: 'a private word' } }])
  await ben.fetch(personalDataRoutes.delete, { body: { currentPassword: PASSWORD, deletesMessages: false } })
  await continueDeletions(noroshi.deps)
  const after = await exportOf(noroshi, gen, id)
  expect(after.map(({ hash, commitment }) => [hash, commitment])).toEqual(
    before.map(({ hash, commitment }) => [hash, commitment]),
  )
  expect(after[0]).toEqual(before[0])
  expect(after[1]).toMatchObject({ payload: null, salt: null })
  expect((await entriesOf(noroshi, aiko, id))[1]).toMatchObject({ kind: 'message', payload: null })
})

test('the removal of an old alert erases its record, to which nothing is added', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const gen = await noroshi.admin('Gen')
  const [kept, deleted] = [await raiseSos(aiko), (await noroshi.visitor.fetch(alertRoutes.raise, { body: {} })).id]
  await exportOf(noroshi, gen, kept)
  await aiko.fetch(alertRoutes.resolve, { body: { AlertId: kept } })
  noroshi.clock.advance({ minutes: 10 })
  await removeOldAlerts(noroshi.deps, noroshi.clock.now(), async () => true)
  await gen.fetch(anonymousDataRoutes.deleteAlert, { params: { id: deleted } })
  for (const id of [kept, deleted]) {
    const entries = await exportOf(noroshi, gen, id)
    expect(entries.at(-1)?.kind).toBe('deleted')
    expect(entries.map(({ payload, salt }) => [payload, salt])).toEqual(entries.map(() => [null, null]))
  }
  const { rows } = await sql<{ known: unknown }>`SELECT known FROM record_chains WHERE ended_at IS NOT NULL`.execute(noroshi.db)
  expect(rows.map(({ known }) => known)).toEqual([null, null])
})

test('the audit log has a record too, and the retention erases only what it removes', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const { id } = await noroshi.visitor.fetch(alertRoutes.raise, { body: {} })
  await exportOf(noroshi, gen, id)
  const read = async () => {
    await noroshi.consumers.flush()
    const { entries } = await gen.fetch(recordRoutes.exportAudit)
    return entries.map(({ payload }) => payload)
  }
  expect(await read()).toMatchObject([{ action: 'record.exported', targetId: id, actorId: gen.id }])
  await sql`ALTER TABLE audit_log DISABLE TRIGGER audit_log_is_append_only`.execute(noroshi.db)
  await sql`UPDATE audit_log SET created_at = created_at - interval '40 days' WHERE target_id = ${id}`.execute(noroshi.db)
  await sql`ALTER TABLE audit_log ENABLE TRIGGER audit_log_is_append_only`.execute(noroshi.db)
  await removeOldEntries(noroshi.deps, noroshi.clock.now(), async () => true)
  expect(await read()).toMatchObject([null, { action: 'record.exported', targetId: null }])
  expect((await gen.fetch(recordRoutes.exportAudit)).chain).toBe(AUDIT_CHAIN)
})

test('the database refuses to change and to delete entries, except for an erasure', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  await kindsOf(noroshi, aiko, await raiseSos(aiko))
  for (const change of [
    "UPDATE record_entries SET payload = '{}'",
    "UPDATE record_entries SET kind = 'seen'",
    "UPDATE record_entries SET kind = 'seen', payload = NULL, salt = NULL",
    'DELETE FROM record_entries',
  ])
    await expect(sql.raw(change).execute(noroshi.db)).rejects.toThrow('record_entries is append-only')
})

test('administrators, and no other user, receive the signed heads of the records with new entries, once', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const gen = await noroshi.admin('Gen')
  const [own, admin] = [await aiko.openSocket(), await gen.openSocket()]
  const id = await raiseSos(aiko)
  const [last] = (await exportOf(noroshi, gen, id)).slice(-1)
  await noroshi.consumers.flush()
  await publishHeads(noroshi.deps)
  const { heads } = await admin.next('record:heads')
  expect(heads.map(({ chain }) => chain)).toEqual([AUDIT_CHAIN, id])
  expect(heads[1]).toMatchObject({ seq: last?.seq, hash: last?.hash })
  for (const head of heads) expect(await checkSignature(head)).toBe('valid')
  await publishHeads(noroshi.deps)
  await noroshi.deps.journal.flush()
  expect(admin.received.filter(({ name }) => name === 'record:heads')).toHaveLength(1)
  expect(own.received.filter(({ name }) => name === 'record:heads')).toEqual([])
  const listed = await gen.fetch(recordRoutes.heads)
  expect(listed.items.map(({ chain, seq }) => [chain, seq])).toEqual([
    [AUDIT_CHAIN, 1],
    [id, last?.seq],
  ])
})

test('an export in parts has all entries, and the verifier accepts it', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const gen = await noroshi.admin('Gen')
  const id = await raiseSos(aiko)
  await exportOf(noroshi, gen, id)
  const writer = await ChainWriter.open<KnownAlert>(noroshi.db, [id])
  for (let number = 0; number < 2500; number += 1)
    writer.append(id, { kind: 'text', at: new Date(number), payload: { by: null, text: `text ${number}` } })
  await writer.write()
  const first = await gen.fetch(recordRoutes.export, { params: { id } })
  const entries = [...first.entries] as ChainEntry[]
  for (let after = first.nextAfter; after !== null;) {
    const query = { after: String(after), until: String(first.head.seq) }
    const part = await gen.fetch(recordRoutes.export, { params: { id }, query })
    entries.push(...(part.entries as ChainEntry[]))
    after = part.nextAfter
  }
  expect(entries).toHaveLength(2501)
  const file = new TextEncoder().encode(recordFileOf({ chain: id, entries, head: first.head }))
  expect(await verifyRecord(file)).toMatchObject({ findings: [], contents: 2501, links: 2501, signature: 'valid' })
  const beyond = await gen.request(recordRoutes.export, { params: { id }, query: { until: '9999' } })
  expect(beyond.status).toBe(404)
})

test('two processes together append each message once and in one order', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const id = await raiseSos(aiko)
  const other = new Consumers(noroshi.deps, [recordConsumer(noroshi.deps)])
  await other.start()
  const texts = Array.from({ length: 40 }, (_, number) => `message ${number}`)
  await Promise.all(
    texts.map(async (text, number) => {
      await aiko.fetch(alertRoutes.sendMessage, { body: { alertId: id, text } })
      await (number % 2 === 0 ? other : noroshi.consumers).flush()
    }),
  )
  await other.close()
  const entries = await entriesOf(noroshi, aiko, id)
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1))
  const sealed = entries.flatMap((entry) => (entry.kind === 'message' ? (entry.payload?.text ?? '') : []))
  expect(sealed.toSorted()).toEqual(texts.toSorted())
})
