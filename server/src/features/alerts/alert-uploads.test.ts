import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { messages } from '@noroshi/contract/messages'
import { ALERT_TEXT_MAX } from '@noroshi/contract/limits'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { NoRoom } from '#/ports/storage.ts'
import { losesCommitAnswer } from '#/testing/lost-commit.ts'
import { type Person, unit } from '#/testing/unit.ts'

const { raise, get, upload } = alertRoutes
const letters = (text: string) => new Uint8Array(new TextEncoder().encode(text))
const note = (text: string) => [{ name: 'note.txt', bytes: letters(text) }]
const raises = async (person: Person) => (await person.gets(raise, { body: { textContent: 'fire' } })).id

test('an upload whose answer was lost behind its commit keeps its files, and its repetition adds none', async () => {
  await using noroshi = await unit()
  const [aiko] = await noroshi.people('Aiko')
  const sent = { form: { alertId: await raises(aiko), clientId: randomUUID() }, files: note('the bridge') }
  expect((await losesCommitAnswer(() => aiko.asks(upload, sent))).status).toBe(503)

  const [media, ...others] = (await aiko.gets(upload, sent)).alertMedias
  expect(others).toEqual([])
  expect(await (await aiko.fetch(media?.mediaUrl ?? '')).text()).toBe('the bridge')
})

test('a cookie that cannot be written fails neither an SOS nor the reading of its alert', async () => {
  await using noroshi = await unit()
  await noroshi.db.schema.dropTable('media_grants').execute()
  const { id, alertToken } = await noroshi.visitor.gets(raise, { body: {} })
  expect((await noroshi.visitor.asks(get, { params: { id }, alertToken })).status).toBe(200)
})

test('on a full disk a file is refused in the caller’s language; words and an SOS are taken', async () => {
  await using noroshi = await unit()
  const [aiko] = await noroshi.people('Aiko')
  vi.spyOn(noroshi.deps.storage, 'put').mockRejectedValue(new NoRoom('full'))
  const alertId = await raises(aiko)
  const refused = await aiko.asks(upload, { form: { alertId }, files: note('x'), headers: { 'accept-language': 'ja' } })
  expect(refused).toMatchObject({ status: 507, body: { code: 'file.noRoom', message: messages['error.file.noRoom'].ja } })
  expect((await aiko.gets(upload, { form: { alertId, textContent: 'two of us' } })).textContent).toBe('fire\ntwo of us')
  expect((await noroshi.visitor.asks(raise, { body: {} })).status).toBe(201)
})

test('the same clientId with other bytes of the same length and name is a conflict', async () => {
  await using noroshi = await unit()
  const [aiko] = await noroshi.people('Aiko')
  const form = { alertId: await raises(aiko), clientId: randomUUID() }
  await aiko.gets(upload, { form, files: note('north') })
  expect(await aiko.asks(upload, { form, files: note('south') })).toMatchObject({ status: 409, body: { code: 'conflict' } })
  const upper = { ...form, clientId: form.clientId.toUpperCase() }
  expect((await aiko.gets(upload, { form: upper, files: note('north') })).alertMedias).toHaveLength(1)
})

test('words for which an alert has no room are refused whole, and the raiser’s newest are kept', async () => {
  await using noroshi = await unit()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const alertId = await raises(aiko)
  const long = 'x'.repeat(ALERT_TEXT_MAX - 3)
  const refused = await aiko.asks(upload, { form: { alertId, textContent: long }, files: note('kept?') })
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid', issues: [{ path: 'textContent' }] } })
  expect(await ben.gets(get, { params: { id: alertId } })).toMatchObject({ textContent: 'fire', alertMedias: [] })

  await aiko.gets(raise, { body: { textContent: `${long}end` } })
  expect((await ben.gets(get, { params: { id: alertId } })).textContent).toBe(`${long}end`)
})

test('one session uploads no more than sixty times a minute, and others go on', async () => {
  await using noroshi = await unit()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const form = { alertId: await raises(aiko), textContent: 'fire' }
  const statuses: number[] = []
  for (let tries = 0; tries < 61; tries += 1) statuses.push((await aiko.asks(upload, { form })).status)
  expect(statuses.filter((status) => status !== 200)).toEqual([429])
  expect((await ben.asks(upload, { form: { ...form, alertId: await raises(ben) } })).status).toBe(200)
})
