import { sql } from 'kysely'
import { expect } from 'vitest'
import type { BackupRun } from '@noroshi/contract/backups/backups.http'
import type { HealthNotice } from '@noroshi/contract/health/health.events'
import { type HealthReading, healthRoutes } from '@noroshi/contract/health/health.http'
import { BYTES_PER_MB } from '@noroshi/contract/limits'
import { newId } from '#/db/ids.ts'
import type { Db } from '#/db/pool.ts'
import type { System } from '#/ports/system.ts'
import type { Caller } from '../caller.ts'
import type { TestServer } from '../test-server.ts'
import type { TestSocket } from '../test-socket.ts'

const DAY_MS = 86_400_000
export const GB = 1024 * BYTES_PER_MB

/** A computer that is well. Tests change its values. */
export function healthyComputer() {
  const values = { free: 50 * GB, celsius: 45 }
  const system: System = {
    machine: 'unit',
    diskSpace: async () => ({ free: values.free, total: 100 * GB }),
    temperature: async () => values.celsius,
    power: async () => ({ isOnBattery: false, batteryPercent: null, isUnderVoltage: null }),
    isClockSynchronised: async () => true,
  }
  return { values, system }
}

/** Reads all checks once, as the jobs do. The jobs of the server do not run meanwhile, nor for some seconds afterwards. */
export async function readHealth({ db, deps, health }: TestServer): Promise<void> {
  for (const name of ['health', `health of ${deps.system.machine}`])
    await sql`INSERT INTO jobs (name, started_at) VALUES (${name}, clock_timestamp())
      ON CONFLICT (name) DO UPDATE SET started_at = clock_timestamp()`.execute(db)
  await health.readAll()
}

/** Returns what an administrator sees of a check. */
export async function checkOf(admin: Caller, name: string): Promise<HealthReading | undefined> {
  return (await admin.fetch(healthRoutes.read)).checks.find((check) => check.name === name)
}

/** Returns what the administrator of a socket was told about a check. */
export async function toldAbout(noroshi: TestServer, socket: TestSocket, name: string): Promise<HealthNotice[]> {
  await noroshi.deps.journal.flush()
  const notices = socket.payloadsOf('health:changed') as HealthNotice[] // `as`: the payloads of this event
  return notices.filter((notice) => notice.name === name)
}

/** Waits until a notice that the journal has delivered reached the socket. */
export const expectTold = (noroshi: TestServer, socket: TestSocket, name: string, notices: readonly Partial<HealthNotice>[]) =>
  expect.poll(() => toldAbout(noroshi, socket, name), { timeout: 10_000 }).toMatchObject(notices)

/** Replaces all backups by one that ended some days ago. */
export async function replaceBackups(
  db: Db,
  { days, ...run }: Pick<BackupRun, 'outcome' | 'rehearsal'> & Partial<Pick<BackupRun, 'problem'>> & { readonly days: number },
): Promise<void> {
  const at = new Date(Date.now() - days * DAY_MS)
  await db.deleteFrom('backup_runs').execute()
  await db
    .insertInto('backup_runs')
    .values({ id: newId(), kind: 'manual', target: '/media/disk', started_at: at, ended_at: at, ...run })
    .execute()
}
