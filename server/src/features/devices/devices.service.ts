import type { z } from 'zod'
import { type deviceRoutes, isReadyDevice, type MemberDevice, type MemberReadiness } from '@noroshi/contract/devices/devices.http'
import { PAGE_SIZE } from '@noroshi/contract/limits'
import type { Job } from '#/db/jobs.ts'
import { pageOf } from '#/db/page-of.ts'
import type { Deps } from '#/deps.ts'
import { deviceName } from '#/features/accounts/sessions/device-name.service.ts'
import { presentPerson } from '#/features/accounts/people/people.service.ts'
import { takeAlarmOutcomes } from '#/features/alerts/reach/alarm-outcomes.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import {
  countMembers,
  countReported,
  type DeviceColumns,
  memberRows,
  type MemberRow,
  upsertLastAlarms,
  upsertReport,
} from './devices.sql.ts'
import { storeLastDrill } from './last-drill.service.ts'

/** Milliseconds between two checks for alarms whose outcome is final. */
const OUTCOMES_EVERY_MS = 10_000

type Report = z.output<typeof deviceRoutes.report.body>

/** Stores the device report of this session: the checks that decide whether an alarm reaches the user. */
export async function reportDevice(deps: Deps, viewer: SignedIn, { checks, isChecked }: Report): Promise<{ ok: true }> {
  const isReady = isReadyDevice(checks)
  await upsertReport(deps.db, { sessionId: viewer.sessionId, checks, isReady, isChecked, now: deps.now() })
  return { ok: true }
}

type ReadinessQuery = z.output<typeof deviceRoutes.readiness.query>

/** Returns a page of active users with their devices and their last alarm. */
export async function listReadiness(deps: Deps, { filter, cursor }: ReadinessQuery, pageSize = PAGE_SIZE) {
  const [now, presence] = [deps.now(), deps.presence]
  const [counts, rows] = await Promise.all([
    countMembers(deps.db, filter, now),
    memberRows(deps.db, { filter, after: cursor, limit: pageSize + 1, now }),
  ])
  const devices = await presence.devicesOfUsers(rows.map(({ id }) => id))
  const connected = new Set(devices.map(({ userId, deviceId }) => `${userId} ${deviceId}`))
  return {
    ...pageOf(rows, pageSize, (row) => presentMember(row, (deviceId) => connected.has(`${row.id} ${deviceId}`))),
    ...counts,
  }
}

/** Returns the numbers of active users, of those with a ready device, and of those of whom a live device has reported. */
export async function countReadiness({ db, now }: Deps): Promise<{ members: number; ready: number; reported: number }> {
  const at = now()
  const [all, notReady, reported] = await Promise.all([
    countMembers(db, 'all', at),
    countMembers(db, 'notReady', at),
    countReported(db, at),
  ])
  return { members: all.total, ready: all.total - notReady.total, reported }
}

function presentMember(row: MemberRow, isConnected: (deviceId: string) => boolean): MemberReadiness {
  const { alarmed_at, is_drill, ended_early_at, delivered_at } = row
  return {
    user: presentPerson(row),
    lastReadyAt: row.last_ready_at?.toISOString() ?? null,
    devices: row.devices.map((device) => presentDevice(device, isConnected(device.device_id))),
    lastAlarm: alarmed_at && {
      alarmedAt: alarmed_at.toISOString(),
      isDrill: is_drill === true,
      deliveredAt: delivered_at?.toISOString() ?? null,
      endedEarlyAt: ended_early_at?.toISOString() ?? null,
    },
  }
}

const isoOf = (time: string) => new Date(time).toISOString()

const presentDevice = (row: DeviceColumns, isConnected: boolean): MemberDevice => ({
  name: deviceName(row.user_agent),
  isConnected,
  lastUsedAt: isoOf(row.last_used_at),
  hasPush: row.has_push,
  report: reportOf(row),
})

function reportOf(row: DeviceColumns): MemberDevice['report'] {
  const { connection, sound, storage, installation, reported_at, ready_at, checked_at } = row
  // The push service may have ended the subscription since the report.
  const notifications = row.notifications === 'good' && !row.has_push ? 'problem' : row.notifications
  if (reported_at === null || !connection || !sound || !notifications || !storage || !installation) return null
  return {
    checks: { connection, sound, notifications, storage, installation },
    reportedAt: isoOf(reported_at),
    readyAt: ready_at === null ? null : isoOf(ready_at),
    checkedAt: checked_at === null ? null : isoOf(checked_at),
  }
}

/** Stores for each user whether the last alarm or drill reached a device in time. */
export async function storeLastAlarms(deps: Deps): Promise<void> {
  let isDone = false
  while (!isDone)
    isDone = await deps.transaction(async (tx) => {
      const now = deps.now()
      const { outcomes, isLast } = await takeAlarmOutcomes(tx, now)
      for (const outcome of outcomes) {
        await upsertLastAlarms(tx, outcome, now)
        if (outcome.isDrill) await storeLastDrill(tx, outcome, now)
      }
      return isLast
    })
}

/** Starts the job that stores the outcomes of alarms. */
export const lastAlarmsJob = (deps: Deps): Job => ({
  name: 'last alarms',
  every: OUTCOMES_EVERY_MS,
  run: () => storeLastAlarms(deps),
})
