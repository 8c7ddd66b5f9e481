import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { messages } from '@noroshi/contract/messages'
import { cloneDatabase } from '#/testing/database.ts'
import { startTestServer } from '#/testing/test-server.ts'
import { isConnectionLost, isOutcomeUnknown, openDb } from './pool.ts'

const endConnections = (on: Parameters<typeof sql.raw>[0] = 'pid <> pg_backend_pid()') =>
  sql`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND ${sql.raw(on)}`

test('a transaction whose connection ends between two statements fails as "unavailable", and the process continues', async () => {
  await using noroshi = await startTestServer()
  const failed = noroshi.deps.transaction(async (tx) => {
    await sql`SELECT pg_current_xact_id()`.execute(tx)
    await endConnections().execute(noroshi.db)
    await new Promise((resolve) => setTimeout(resolve, 50)) // the driver receives the error while no query is waiting
    await sql`SELECT 1`.execute(tx)
  })
  await expect(failed).rejects.toSatisfy(isConnectionLost)
  await expect(failed).rejects.toSatisfy(isOutcomeUnknown)
  expect((await noroshi.visitor.request(alertRoutes.raise, { body: {} })).status).toBe(201)
})

test('a request whose connection ends gets 503 in the caller’s language and succeeds when it is repeated', async () => {
  await using noroshi = await startTestServer()
  const body = { clientId: randomUUID(), textContent: 'fire' }
  await sql`CREATE FUNCTION cut_connection() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$`.execute(
    noroshi.db,
  )
  await sql`CREATE TRIGGER cut_connection BEFORE INSERT ON alerts FOR EACH ROW EXECUTE FUNCTION cut_connection()`.execute(
    noroshi.db,
  )
  const failed = await noroshi.visitor.request(alertRoutes.raise, { body, headers: { 'accept-language': 'ja' } })
  expect(failed.status).toBe(503)
  expect(failed.body).toMatchObject({ code: 'unavailable', message: messages['error.unavailable'].ja })

  await sql`DROP TRIGGER cut_connection ON alerts`.execute(noroshi.db)
  expect((await noroshi.visitor.request(alertRoutes.raise, { body })).body).toMatchObject({ isExisting: false })
})

test('the pool discards a connection that PostgreSQL ends, before its socket is closed', async () => {
  const database = await cloneDatabase()
  const db = openDb(database.url, 1)
  for (let round = 0; round < 20; round += 1) {
    await expect(sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(db)).rejects.toSatisfy(isOutcomeUnknown)
    expect((await sql`SELECT 1 AS one`.execute(db)).rows).toEqual([{ one: 1 }])
  }
  await db.destroy()
  await database.drop()
})

test('isConnectionLost is true for an unreachable PostgreSQL and false for an invalid query', async () => {
  const nowhere = openDb('postgresql://noroshi@/noroshi?host=/nowhere')
  await expect(sql`SELECT 1`.execute(nowhere)).rejects.toSatisfy(
    (error) => isConnectionLost(error) && !isOutcomeUnknown(error), // nothing was sent
  )
  await nowhere.destroy()
  const unreachable = openDb('postgresql://noroshi@127.0.0.1:1/noroshi')
  await expect(sql`SELECT 1`.execute(unreachable)).rejects.toSatisfy(
    (error) => isConnectionLost(error) && !isOutcomeUnknown(error),
  )
  await unreachable.destroy()
  await using noroshi = await startTestServer()
  await expect(sql`SELECT wrong`.execute(noroshi.db)).rejects.not.toSatisfy(isConnectionLost)
})

test('isConnectionLost is false for errors that do not come from the connection', async () => {
  const missing = await stat('/nowhere').catch((error: unknown) => error)
  expect(missing).toMatchObject({ code: 'ENOENT' })
  expect(isConnectionLost(missing)).toBe(false)
  expect(isConnectionLost(new Error('Connection terminated'))).toBe(false)
})

test.each(['UTC', 'Asia/Tokyo', 'Asia/Kolkata', 'America/St_Johns', 'Europe/Amsterdam'])(
  'a timestamp is parsed correctly in the time zone %s',
  async (zone) => {
    await using noroshi = await startTestServer()
    await noroshi.db.connection().execute(async (db) => {
      await sql`SET TIME ZONE ${sql.lit(zone)}`.execute(db)
      const { rows } = await sql<{ moment: Date; ms: number }>`
        SELECT moment, floor(extract(epoch FROM moment) * 1000)::float8 AS ms FROM unnest(ARRAY[
          '2026-11-22 07:00:00Z', '2026-07-01 23:59:59.9Z', '2026-11-22 07:00:00.123456Z', '1969-12-31 23:59:59.5Z', '1890-01-01 00:00:00Z',
          '0044-03-15 00:00:00Z', '10000-01-01 00:00:00Z', '0044-03-15 00:00:00Z BC']::timestamptz[]) AS moment`.execute(db)
      expect(rows.map(({ moment }) => moment.getTime())).toEqual(rows.map(({ ms }) => ms))
      const endless = await sql<{ moment: unknown }>`SELECT 'infinity'::timestamptz AS moment`.execute(db)
      expect(endless.rows[0]?.moment).toBe(Infinity)
      await sql`RESET TIME ZONE`.execute(db)
    })
  },
)
