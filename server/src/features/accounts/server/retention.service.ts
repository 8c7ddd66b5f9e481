import type { z } from 'zod'
import {
  REGISTER_DAYS,
  RETENTION_DAYS_MIN,
  RETENTION_KINDS,
  type RetentionKind,
  type RetentionPreview,
  type retentionRoutes,
  type RetentionSettings,
} from '@noroshi/contract/admin/retention.http'
import type { Job } from '#/db/jobs.ts'
import { createPace, type Pace } from '#/db/pace.ts'
import { type Db, isStatementTimeout } from '#/db/pool.ts'
import type { RateLimit } from '#/db/rate-limits.ts'
import type { Deps } from '#/deps.ts'
import { countOldAuditRows, recordAudit, removeOldEntries } from '#/features/admin/audit.service.ts'
import { countResolvedBefore, removeOldAlerts } from '#/features/alerts/retained-alerts.service.ts'
import { countOldReports, removeOldReports } from '#/features/missing-reports/missing-reports.service.ts'
import { countOldMessages, removeOldMessages } from '#/features/messaging/retention/retained-messages.service.ts'
import { countPageHistory, removeOldPageHistory } from '#/features/pages/page-history.service.ts'
import { anonymiseOldRegisters, countOldRegisters } from '#/features/reception/retained-registers.service.ts'
import { anonymiseOldRollCalls, countOldRollCalls } from '#/features/roll-calls/retained-roll-calls.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { isClockSteady } from './clock.service.ts'
import { allowCounting } from './storage-usage.sql.ts'
import { lockSetting, readSetting, writeSetting } from './unit.sql.ts'

const KEY = 'retention'
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Milliseconds of one kind in one run. */
const RUN_MS = 2000
/** Until an administrator changes it, everything is kept but the people of registers. */
const KEPT: RetentionSettings = {
  messages: null,
  radio: null,
  alerts: null,
  pageHistory: null,
  audit: null,
  registers: REGISTER_DAYS,
}

/** Previews of all administrators together: each one reads all messages. */
const PREVIEWS: RateLimit = { name: 'previews of the retention', max: 60, minutes: 60 }

interface Retained {
  readonly count: (db: Db, before: Date) => Promise<number>
  /** Removes what is older, in small batches. It is idempotent. */
  readonly remove: (deps: Deps, before: Date, pace: Pace) => Promise<void>
}

const messagesOf = (type: 'normalChat' | 'asrChat'): Retained => ({
  count: (db, before) => countOldMessages(db, { type, before }),
  remove: (deps, before, pace) => removeOldMessages(deps, { type, before }, pace),
})

const RETAINED: Readonly<Record<RetentionKind, Retained>> = {
  messages: messagesOf('normalChat'),
  radio: messagesOf('asrChat'),
  alerts: { count: countResolvedBefore, remove: removeOldAlerts },
  pageHistory: { count: countPageHistory, remove: removeOldPageHistory },
  audit: { count: countOldAuditRows, remove: removeOldEntries },
  registers: {
    count: async (db, before) =>
      (await countOldRegisters(db, before)) + (await countOldRollCalls(db, before)) + (await countOldReports(db, before)),
    remove: async (deps, before) => {
      await anonymiseOldRegisters(deps, before)
      await anonymiseOldRollCalls(deps, before)
      await removeOldReports(deps, before)
    },
  },
}

type Sent = z.output<typeof retentionRoutes.preview.body>

/** Returns the settings that a page sent; one from before the update does not know the registers. */
const withRegisters = (sent: Sent, { registers }: Pick<RetentionSettings, 'registers'>): RetentionSettings => ({
  ...sent,
  registers: sent.registers === undefined ? registers : sent.registers,
})

/** Returns the stored periods. One that is shorter than the least of today counts as the least. */
export async function readRetention({ db }: Pick<Deps, 'db'>): Promise<RetentionSettings> {
  const settings = { ...KEPT, ...(await readSetting<Partial<RetentionSettings>>(db, KEY)) }
  for (const kind of RETENTION_KINDS) {
    const days = settings[kind]
    settings[kind] = days === null ? null : Math.max(days, RETENTION_DAYS_MIN[kind])
  }
  return settings
}

/**
 * Changes how long content is kept, with an audit entry. The job applies it within minutes.
 * @throws retention.outdated (409) if other settings are stored than the form was loaded with
 */
export const changeRetention = (
  deps: Deps,
  auditActor: AuditActor,
  { loaded, ...sent }: Sent & { readonly loaded?: Sent | undefined },
): Promise<RetentionSettings> =>
  deps.transaction(async (tx) => {
    await lockSetting(tx, KEY)
    const before = await readRetention({ db: tx })
    const settings = withRegisters(sent, before)
    const isStored = (compared: Sent) => RETENTION_KINDS.every((kind) => before[kind] === withRegisters(compared, before)[kind])
    if (isStored(settings)) return settings
    if (loaded && !isStored(loaded)) throw new AppError('retention.outdated')
    await writeSetting(tx, KEY, settings)
    const details = { before, after: settings }
    await recordAudit(tx, { ...auditActor, action: 'retention.changed', targetKind: 'settings', targetId: null, details })
    return settings
  })

/** Returns the kinds that are not kept for ever, each with the time before which it is removed. */
function limitsOf(settings: RetentionSettings, now: Date): { kind: RetentionKind; before: Date }[] {
  return RETENTION_KINDS.flatMap((kind) => {
    const days = settings[kind]
    return days === null ? [] : [{ kind, before: new Date(now.getTime() - days * DAY_MS) }]
  })
}

/** Counts what settings would remove now. @throws tooManyRequests (429); unavailable (503) if it takes too long */
export async function previewRetention(deps: Deps, sent: Sent): Promise<{ items: RetentionPreview[] }> {
  if (!(await deps.rateLimiter.take(PREVIEWS, '')).isAllowed) throw new AppError('tooManyRequests')
  const counting = deps.transaction(async (tx) => {
    await allowCounting(tx)
    const items: RetentionPreview[] = []
    for (const { kind, before } of limitsOf(withRegisters(sent, { registers: null }), deps.now()))
      items.push({ kind, before: before.toISOString(), count: await RETAINED[kind].count(tx, before) })
    return { items }
  })
  return counting.catch((error: unknown) => {
    throw isStatementTimeout(error) ? new AppError('unavailable') : error
  })
}

/**
 * Removes what is older than the unit keeps it, some of each kind. A failure of one does not stop the others. It removes nothing
 * after a jump of the clock, also at the start, until an administrator has confirmed the clock: everything might seem old.
 */
export async function applyRetention(deps: Deps): Promise<void> {
  const limits = limitsOf(await readRetention(deps), deps.now())
  if (limits.length === 0 || !(await isClockSteady(deps))) return
  for (const { kind, before } of limits) await RETAINED[kind].remove(deps, before, createPace(RUN_MS)).catch(deps.logError)
}

export const retentionJob = (deps: Deps): Job => ({
  name: 'retention',
  every: 10 * MINUTE_MS,
  run: () => applyRetention(deps),
})
