import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
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
