import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createApp } from '#/app.ts'
import { readConfig } from '#/config.ts'
import { embeddedPostgres } from '#/db/embedded.ts'
import { runIfDue } from '#/db/jobs.ts'
import { type Db, openDatabases } from '#/db/pool.ts'
import { deleteSetting, writeSetting } from '#/features/accounts/server/unit.sql.ts'
import { mayHaveEvents } from '#/realtime/consumers.sql.ts'
import { prepareDataDir } from '#/testing/data-dir.ts'

// A server without activity must not write to its disk all day: memory cards wear out, and old disks spin up. Each
// transaction that writes has an id, and without autovacuum nothing else takes one.

/** Runs of each job that may write: the first readings of the health checks, and what a first clean-up deletes. */
const FIRST_RUNS = 4
const RUNS = 5
const TIMEOUT_MS = 60_000

const nextTransactionId = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ id: string }>`SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS id`.execute(db)
  return rows[0]?.id ?? ''
}

test('the jobs and heartbeats of an idle server commit no writes', { timeout: TIMEOUT_MS }, async () => {
  const folder = await prepareDataDir(await mkdtemp(path.join(tmpdir(), 'noroshi-idle-')))
  const postgres = await embeddedPostgres(path.join(folder, 'postgres'), { durable: false })
  const databases = openDatabases(postgres.url('noroshi'))
  const config = readConfig({ DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', HTTPS: 'no' })
  const { app, deps, jobs, consumers } = await createApp(config, databases, { log: { write: () => undefined } })
  try {
    const { db, presence, jobStarts } = deps
    const runAll = async (runs: number): Promise<Set<string>> => {
      const writers = new Set<string>()
      const work = [
        ...jobs.map((job) => ({ name: job.name, run: () => runIfDue(db, job, jobStarts) })),
        { name: 'heartbeat', run: () => presence.beat() },
      ]
      for (let run = 0; run < runs; run++)
        for (const { name, run: start } of work) {
          const before = await nextTransactionId(db)
          await start()
          if ((await nextTransactionId(db)) !== before) writers.add(name)
        }
      return writers
    }
    await runAll(FIRST_RUNS)
    expect([...(await runAll(RUNS))]).toEqual([])

    await consumers.flush()
    expect(await mayHaveEvents(db, 'push', ['alert:new_alert'])).toBe(false)

    // The test sees a write.
    const before = await nextTransactionId(db)
    await writeSetting(db, 'clockJump', { at: new Date().toISOString(), seconds: 1 })
    await deleteSetting(db, 'clockJump')
    expect(await nextTransactionId(db)).not.toBe(before)
  } finally {
    await app.close()
    await databases.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
