import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { drillRoutes } from '@noroshi/contract/alerts/drills.http'
import { raiseSos } from '#/testing/scenes/alert-requests.ts'
import {
  callsign,
  hasEnded,
  lastOf,
  saveTak,
  startTakServer,
  takFiles,
  takForm,
  whenConnected,
} from '#/testing/scenes/tak-server.ts'
import { startTestServer } from '#/testing/test-server.ts'

const HERE = { latitude: 38.26, longitude: 140.87, accuracy: 25 }
const WAIT = 15_000

test('no active alert is ended because of many others', async () => {
  const files = await takFiles()
  await using tak = await startTakServer(files)
  await using noroshi = await startTestServer({ TAK_LOCAL_SERVERS: `127.0.0.1:${tak.port}` })
  const gen = await noroshi.admin('Gen')
  const [aiko] = await noroshi.people('Aiko')
  await saveTak(gen, takForm(files, tak.port))
  await whenConnected(gen)
  const alert = await raiseSos(aiko, HERE)
  const anonymous = await raiseSos(noroshi.visitor, HERE)
  await vi.waitFor(() => expect(lastOf(tak.received(), anonymous)).toHaveLength(1), WAIT)
  const [drill, unlocated] = [await gen.fetch(drillRoutes.start, { body: {} }), await raiseSos(noroshi.visitor)]
  const copy = (id: string, count: number, latitude: number | null) =>
    sql`
      WITH copies AS (SELECT gen_random_uuid() AS thread_id, a FROM alerts AS a, generate_series(1, ${count}) WHERE a.id = ${id}::uuid),
      added AS (INSERT INTO threads SELECT (jsonb_populate_record(t, jsonb_build_object('id', thread_id))).*
        FROM copies JOIN threads AS t ON t.id = (a).thread_id)
      INSERT INTO alerts SELECT (jsonb_populate_record(a, jsonb_build_object('id', 'f' || substr(gen_random_uuid()::text, 2),
        'thread_id', thread_id, 'client_id', NULL, 'latitude', ${latitude}::float8, 'longitude', ${latitude}::float8))).* FROM copies`.execute(
      noroshi.db,
    )
  await copy(unlocated, 501, null)
  await copy(drill.id, 501, HERE.latitude)
  // All are read again.
  await saveTak(gen, { ...takForm(files, tak.port), includesDrills: false, isTest: true })
  await vi.waitFor(() => expect(lastOf(tak.received(), alert).map(callsign)).toEqual([expect.stringMatching(/^\[TEST\] /)]), WAIT)
  await vi.waitFor(
    () => expect(lastOf(tak.received(), anonymous).map(callsign)).toEqual([expect.stringMatching(/^\[TEST\] /)]),
    WAIT,
  )

  // One that is beyond the limit is not ended, and others than anonymous ones still leave.
  await copy(anonymous, 501, HERE.latitude)
  await saveTak(gen, { ...takForm(files, tak.port), includesDrills: false })
  await vi.waitFor(() => expect(callsign(lastOf(tak.received(), alert)[0])).not.toContain('TEST'), WAIT)
  expect(lastOf(tak.received(), 'alert').filter(hasEnded)).toEqual([])
})
