import { fork } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { PeopleOptions } from './box-people.ts'
import { insertBoxTown } from './box-town.ts'
import { MB } from './limited-server.ts'
import type { ControlGroup } from './cgroup.ts'
import { once } from './client-pool.ts'
import { postgresWrites, writtenBetween } from './postgres-writes.ts'
import type { RunningServer } from './server.ts'

/** Max bytes that a server without any activity writes in a day, without backups. */
const GOAL_BYTES = 50 * MB
const CLIENTS = 20
const MINUTES_A_DAY = 1440
/** Minutes after the load before the measurement. Autovacuum follows the load, and the hourly clean-up runs for the first time. */
const SETTLE_MINUTES = 4

/** The counts of PostgreSQL since its start. */
type Counts = Record<'wal_bytes' | 'wal_records' | 'wal_fpi' | 'checkpoints' | 'transactions', number>

/**
 * Prints what the server writes in a day without activity, from some minutes with a checkpoint at their end. A day has
 * fewer checkpoints than that, and its 24 clean-ups are not in it.
 */
export async function measureIdleDay(server: RunningServer, group: ControlGroup, minutes: number): Promise<void> {
  const town = await insertBoxTown(server, { people: CLIENTS, channels: 2, raisers: 0 })
  const people = fork(path.join(import.meta.dirname, 'box-people.ts'))
  people.send({ url: server.url, town, seed: 1, isActive: false } satisfies PeopleOptions)
  await once(people, (message) => message === 'connected')
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  console.log(`${CLIENTS} connected clients without activity`)

  await measurePhase(client, group, SETTLE_MINUTES)
  const written = await measurePhase(client, group, minutes)
  const day = (written / minutes) * MINUTES_A_DAY
  console.log(`  in a day, from the last minutes: ${(day / MB).toFixed(1)} MB, goal ${GOAL_BYTES / MB} MB`)
  if (day > GOAL_BYTES) process.exitCode = 1
  await client.end()
  people.disconnect()
}

/** Prints what was written to the disk in some minutes and a checkpoint at their end. @returns the bytes */
async function measurePhase(client: pg.Client, group: ControlGroup, minutes: number): Promise<number> {
  await client.query('CHECKPOINT')
  const [before, counts, writes] = [group.usage(), await countsOf(client), await postgresWrites(client)]
  await sleep(minutes * 60_000)
  const steady = group.usage().written - before.written
  await client.query('CHECKPOINT')
  const written = group.usage().written - before.written
  const after = await countsOf(client)
  const difference = (name: keyof Counts) => after[name] - counts[name]
  console.log(
    `  written to the disk in ${minutes} minutes: ${kilobytes(steady)}, and ${kilobytes(written - steady)} by a checkpoint`,
  )
  console.log(
    `    ${kilobytes(difference('wal_bytes'))} of WAL in ${difference('wal_records')} records with ${difference('wal_fpi')} whole ` +
      `pages; ${difference('transactions')} commits; ${difference('checkpoints')} checkpoints`,
  )
  for (const [kind, bytes] of writtenBetween(writes, await postgresWrites(client)))
    console.log(`    ${kind.padEnd(40)} ${kilobytes(bytes)}`)
  return written
}

async function countsOf(client: pg.Client): Promise<Counts> {
  const { rows } = await client.query<Record<keyof Counts, string>>(
    `SELECT w.wal_bytes, w.wal_records, w.wal_fpi, c.num_done AS checkpoints, d.xact_commit AS transactions
     FROM pg_stat_wal w, pg_stat_checkpointer c, pg_stat_database d WHERE d.datname = current_database()`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('PostgreSQL has no statistics')
  return {
    wal_bytes: Number(row.wal_bytes),
    wal_records: Number(row.wal_records),
    wal_fpi: Number(row.wal_fpi),
    checkpoints: Number(row.checkpoints),
    transactions: Number(row.transactions),
  }
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(0)} kB`
}
