import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { TAK_MARKERS_MAX, takRoutes } from '@noroshi/contract/exchange/tak.http'
import { raiseSos } from '#/testing/scenes/alert-requests.ts'
import {
  follow,
  lastOf,
  markerEvent as event,
  readTak,
  saveTak,
  startTakServer,
  takFiles,
  takForm,
  whenConnected,
} from '#/testing/scenes/tak-server.ts'
import { startTestServer } from '#/testing/test-server.ts'

const WAIT = 15_000

test('markers come in bounded, with broken documents between them, end by their stale time, and hold up nothing that leaves', async () => {
  const files = await takFiles()
  await using tak = await startTakServer(files)
  await using noroshi = await startTestServer({ TAK_LOCAL_SERVERS: `127.0.0.1:${tak.port}` })
  const gen = await noroshi.admin('Gen')
  const [aiko] = await noroshi.people('Aiko')
  await saveTak(gen, takForm(files, tak.port))
  await whenConnected(gen)
  const names = async () => {
    await follow(noroshi)
    return (await aiko.fetch(takRoutes.markers)).items.map(({ name }) => name)
  }
  const bomb = `<!DOCTYPE event [<!ENTITY a "${'a'.repeat(1000)}">]><event uid="bomb">&a;&a;</event>`
  const broken = [
    '</event>',
    '<event><</event>',
    bomb,
    `<event>${'<x>'.repeat(30_000)}</event>`,
    Buffer.from([0xff, 0xfe, 0]).toString('latin1'),
  ]
  const whole = Buffer.from(event('m1', { name: '倉庫' }) + broken.join('\n') + event('m2') + event('old', { minutes: -60 }))
  tak.send(whole.subarray(0, 90))
  tak.send(whole.subarray(90, 400))
  tak.send(whole.subarray(400))
  await vi.waitFor(async () => expect(await names()).toEqual(['m2', '倉庫']), WAIT)
  expect((await readTak(gen))?.markerCount).toBe(2)
  expect((await readTak(gen))?.receivedAt).not.toBeNull()

  // The same name is the same marker. One that is stale is kept for minutes.
  tak.send(event('m1', { name: 'Moved', lat: 38.3 }) + event('m2', { minutes: -1 }))
  await vi.waitFor(async () => expect((await names()).toSorted()).toEqual(['Moved', 'm2']), WAIT)
  const time = new Date().toISOString()
  tak.send(
    `<event version="2.0" uid="x" type="t-x-d-d" time="${time}" start="${time}" stale="${time}"><point lat="0" lon="0" hae="0" ce="0" le="0"/><detail><link uid="m1"/></detail></event>`,
  )
  await vi.waitFor(async () => expect(await names()).toEqual(['m2']), WAIT)

  // A sender ends a marker by a stale time in the past.
  tak.send(event('m2', { minutes: -60 }))
  await vi.waitFor(async () => expect(await names()).toEqual([]), WAIT)

  // A name that the database cannot hold is left out alone, and markers that cannot be stored hold up no alert.
  tak.send(event('nul\0') + event('&#xd800;') + event('m3'))
  await vi.waitFor(async () => expect(await names()).toEqual(['m3']), WAIT)
  await sql`ALTER TABLE tak_markers ADD CONSTRAINT refused CHECK (name <> 'refused')`.execute(noroshi.db)
  noroshi.expectsInLog(/violates check constraint \\?"refused/)
  tak.send(event('refused'))
  await vi.waitFor(async () => {
    await follow(noroshi)
    expect(noroshi.log.join('')).toContain('refused')
  }, WAIT)
  await sql`ALTER TABLE tak_markers DROP CONSTRAINT refused`.execute(noroshi.db)
  const alert = await raiseSos(aiko, { latitude: 38.26, longitude: 140.87, accuracy: 25 })
  await vi.waitFor(() => expect(lastOf(tak.received(), alert)).toHaveLength(1), WAIT)

  const many = Array.from({ length: TAK_MARKERS_MAX + 100 }, (_, index) => event(`many-${index}`))
  tak.send(many.join(''))
  await vi.waitFor(async () => expect(await names()).toContain(`many-${many.length - 1}`), WAIT)
  expect(await names()).toHaveLength(TAK_MARKERS_MAX)
  await noroshi.db
    .updateTable('tak_markers')
    .set({ stale_at: new Date(Date.now() - 3_600_000) })
    .execute()
  expect(await names()).toEqual([])
  expect(await noroshi.db.selectFrom('tak_markers').select('id').execute()).toEqual([])
})
