import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { messages } from '@noroshi/contract/messages'
import { ALERT_TEXT_MAX } from '@noroshi/contract/limits'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { DiskFull } from '#/ports/storage.ts'
import { withLostCommitReply } from '#/testing/hostile/lost-commit.ts'
import { type TestUser, startTestServer } from '#/testing/test-server.ts'

const { raise, get, upload, uploadMedia } = alertRoutes
const encode = (text: string) => new Uint8Array(new TextEncoder().encode(text))
const note = (text: string) => [{ name: 'note.txt', bytes: encode(text) }]
const raiseSos = async (person: TestUser) => (await person.fetch(raise, { body: { textContent: 'fire' } })).id

test('an upload keeps its files if the reply of the commit is lost, and its repetition adds none', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const request = { form: { alertId: await raiseSos(aiko), clientId: randomUUID() }, files: note('the bridge') }
  expect((await withLostCommitReply(/insert into "alert_medias"/, () => aiko.request(upload, request))).status).toBe(503)

  const [media, ...others] = (await aiko.fetch(upload, request)).alertMedias
  expect(others).toEqual([])
  expect(await (await aiko.rawFetch(media?.mediaUrl ?? '')).text()).toBe('the bridge')
})

test('an SOS and a read of its alert succeed if the media cookie cannot be written', async () => {
  await using noroshi = await startTestServer()
  noroshi.expectsInLog(/media_grants/)
  await noroshi.db.schema.dropTable('media_grants').execute()
  const { id, alertToken } = await noroshi.visitor.fetch(raise, { body: {} })
  expect((await noroshi.visitor.request(get, { params: { id }, alertToken })).status).toBe(200)
})

test('on a full disk a file gets 507 in the caller’s language, and a text and an SOS are accepted', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  vi.spyOn(noroshi.deps.storage, 'put').mockRejectedValue(new DiskFull('full'))
  const alertId = await raiseSos(aiko)
  const refused = await aiko.request(upload, { form: { alertId }, files: note('x'), headers: { 'accept-language': 'ja' } })
  expect(refused).toMatchObject({ status: 507, body: { code: 'file.noRoom', message: messages['error.file.noRoom'].ja } })
  expect((await aiko.fetch(upload, { form: { alertId, textContent: 'two of us' } })).textContent).toBe('fire\ntwo of us')
  expect((await noroshi.visitor.request(raise, { body: {} })).status).toBe(201)
})

test('the same clientId with other bytes of the same length and name is a conflict', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const form = { alertId: await raiseSos(aiko), clientId: randomUUID() }
  await aiko.fetch(upload, { form, files: note('north') })
  expect(await aiko.request(upload, { form, files: note('south') })).toMatchObject({ status: 409, body: { code: 'conflict' } })
  const upper = { ...form, clientId: form.clientId.toUpperCase() }
  expect((await aiko.fetch(upload, { form: upper, files: note('north') })).alertMedias).toHaveLength(1)
})

test('a text over the limit of the alert gets 400, and a repeated SOS keeps the newest text', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const alertId = await raiseSos(aiko)
  const long = 'x'.repeat(ALERT_TEXT_MAX - 3)
  const refused = await aiko.request(upload, { form: { alertId, textContent: long }, files: note('kept?') })
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid', issues: [{ path: 'textContent' }] } })
  expect(await ben.fetch(get, { params: { id: alertId } })).toMatchObject({ textContent: 'fire', alertMedias: [] })

  await aiko.fetch(raise, { body: { textContent: `${long}end` } })
  expect((await ben.fetch(get, { params: { id: alertId } })).textContent).toBe(`${long}end`)
})

test('the 61st upload of a user in a minute gets 429 in every session and by both methods, and other users can upload', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const sessions = [aiko, await noroshi.anotherSession(aiko), await noroshi.anotherSession(aiko)]
  const form = { alertId: await raiseSos(aiko), textContent: 'fire' }
  const statuses: number[] = []
  for (let attempt = 0; attempt < 61; attempt += 1)
    statuses.push((await (sessions[attempt % 3] ?? aiko).request(attempt % 2 === 0 ? upload : uploadMedia, { form })).status)
  expect(statuses.filter((status) => status !== 200)).toEqual([429])
  expect((await ben.request(upload, { form: { ...form, alertId: await raiseSos(ben) } })).status).toBe(200)
})
