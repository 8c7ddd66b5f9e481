import type { z } from 'zod'
import type { drillRoutes } from '@noroshi/contract/alerts/drills.http'
import { DRILL_MINUTES } from '@noroshi/contract/limits'
import { command } from '#/db/command.ts'
import type { Job } from '#/db/jobs.ts'
import type { RateLimit } from '#/db/rate-limits.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { discardReceived } from '#/features/files/files.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import { lockLiveGroups } from '../groups/alert-groups.service.ts'
import { deleteAlertWithin } from '../alert-deletion.service.ts'
import { presentAlert } from '../alerts.present.ts'
import { roomsOfAlert } from '../alerts.rooms.ts'
import { alertById, alertForUpdate, type AlertRow, insertAlert } from '../alerts.sql.ts'
import { countParticipants, oldDrills } from './drills.sql.ts'
import { newAlertRow } from '../raise/raise.service.ts'

const MINUTE = 60_000
/** Limits the drills that one user starts, since each of them alarms people. */
const DRILLS: RateLimit = { name: 'drills', max: 6, minutes: 10 }

type StartBody = z.output<typeof drillRoutes.start.body>
type Started = z.input<typeof drillRoutes.start.reply>

const NO_CONTENT = { latitude: null, longitude: null, accuracy: null, textContent: '', clientId: null, raisedFor: null }

/**
 * Starts a drill (decisions/0140). The members of the groups and the raiser take part. Without a group, only the raiser
 * takes part.
 * @throws forbidden (403), alertGroup.notFound (404), tooManyRequests (429).
 */
export async function startDrill(deps: Deps, viewer: SignedIn, ip: string, { groupIds, clientId }: StartBody): Promise<Started> {
  authorize(viewer, 'alert:startDrill', { alarmsGroups: groupIds.length > 0 })
  if (!(await deps.rateLimiter.take(DRILLS, viewer.id)).isAllowed) throw new AppError('tooManyRequests')
  const groups = [...new Set(groupIds)]
  return command(
    deps,
    { viewer, name: 'drill:start', clientId, body: { groupIds: groups } },
    (tx, id) => startWithin(tx, deps.now(), { id, viewer, ip, groups }),
    async (tx, id) => {
      const row = await alertById(tx, id, viewer.id)
      if (!row) throw new AppError('alert.notFound')
      return presentStarted(row)
    },
  )
}

interface NewDrill {
  readonly id: string
  readonly viewer: SignedIn
  readonly ip: string
  readonly groups: readonly string[]
}

async function startWithin(tx: Tx, now: Date, { id, viewer, ip, groups }: NewDrill): Promise<Started> {
  await lockLiveGroups(tx, groups)
  const recipientCount = await countParticipants(tx, viewer.id, groups)
  const audience = { groupIds: groups, reachesEveryone: false, isMuted: false, recipientCount, isShared: false }
  const row: AlertRow = { ...newAlertRow(viewer, NO_CONTENT, audience, now), id, is_drill: true }
  await insertAlert(tx, {
    ...audience,
    ...NO_CONTENT,
    id,
    threadId: row.thread_id,
    raisedBy: viewer.id,
    isDrill: true,
    source: null,
    createdAt: now,
  })
  if (groups.length > 0) {
    const details = { name: `× ${recipientCount}`, groups }
    await recordAudit(tx, { actor: viewer, ip, action: 'drill.started', targetKind: 'alert', targetId: id, details })
  }
  tx.emit('alert:new_alert', roomsOfAlert(row), presentAlert(row))
  return presentStarted(row)
}

const presentStarted = (row: AlertRow): Started => ({
  id: row.id,
  createdAt: row.created_at.toISOString(),
  alertMessageThread: { MessageThreadId: row.thread_id },
  recipientCount: row.recipient_count,
})

/** Deletes drills DRILL_MINUTES after they began, with their chats and files. */
export async function deleteOldDrills(deps: Deps): Promise<void> {
  const age = DRILL_MINUTES * MINUTE
  const now = deps.now().getTime()
  for (const id of await oldDrills(deps.db, { before: new Date(now - age), after: new Date(now + age) })) {
    const removed = await deps.transaction(async (tx) => {
      const row = await alertForUpdate(tx, id, null)
      return row ? deleteAlertWithin(tx, row) : [] // null: an administrator has deleted it meanwhile
    })
    await discardReceived(deps, removed)
  }
}

/** Starts the job that deletes old drills. */
export const oldDrillsJob = (deps: Deps): Job => ({ name: 'old drills', every: MINUTE, run: () => deleteOldDrills(deps) })
