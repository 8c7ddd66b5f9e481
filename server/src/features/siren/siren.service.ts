import { createHash, randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { SIREN_ROLL_CALLS_MAX, type sirenRoutes, type SirenState } from '@noroshi/contract/siren/siren.http'
import { SIREN_ALERTS_MAX } from '@noroshi/contract/limits'
import type { JournalEventName } from '#/db/journal-events.ts'
import type { Deps } from '#/deps.ts'
import { unitSettings } from '#/features/accounts/server/unit.service.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { isBuiltInGroup } from '#/features/alerts/groups/alert-groups-admin.service.ts'
import { screenAlerts } from '#/features/alerts/reach/screen-alerts.service.ts'
import { screenRollCalls } from '#/features/roll-calls/roll-calls.service.ts'
import { AppError } from '#/http/errors.ts'
import type { Screen, ScreenKind } from '#/http/screens.ts'
import { ALL_USERS } from '#/realtime/rooms.ts'
import { groupOfAlertRoom } from '#/features/alerts/alerts.rooms.ts'
import { SIREN_SCREENS, sirenGroupRoom, sirenScreenRoom } from './siren.rooms.ts'
import { exchangeCode, recordContact, screenById, screenOfToken } from './siren.sql.ts'

const TOKEN_BYTES = 32
/** Min milliseconds between two records of the last contact. */
const CONTACT_EVERY_MS = 60_000

/** Codes and tokens are stored as hashes, so that a copy of the database gives no access. */
export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Siren screens. Their scope is their alert groups, except deleted ones. */
export const sirenScreens: ScreenKind = {
  name: 'siren',
  async find(db, token) {
    const row = await screenOfToken(db, hashOfSecret(token))
    if (row === undefined) return null
    const { id, group_ids: scope } = row
    return { id, scope, rooms: [SIREN_SCREENS, sirenScreenRoom(id), ...scope.map(sirenGroupRoom)] }
  },
  revoked: 'siren:revoked',
}

/**
 * Exchanges a code for the token of its screen. A code works once.
 * @throws siren.codeInvalid (400) for a wrong, used or expired code.
 */
export async function pairScreen(
  deps: Deps,
  { code }: z.output<typeof sirenRoutes.pair.body>,
  ip: string,
): Promise<z.input<typeof sirenRoutes.pair.reply>> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await deps.transaction(async (tx) => {
    const screen = await exchangeCode(tx, hashOfSecret(code), hashOfSecret(token), deps.now())
    if (!screen) throw new AppError('siren.codeInvalid')
    const { id: targetId, name } = screen
    await recordAudit(tx, {
      actor: null,
      ip,
      action: 'sirenScreen.paired',
      targetKind: 'sirenScreen',
      targetId,
      details: { name },
    })
  })
  return { token }
}

/**
 * Returns all data that a siren screen may read, and records the contact.
 * @throws unauthorized (401) for a revoked screen.
 */
export async function sirenState(deps: Deps, screen: Screen): Promise<SirenState> {
  const [row, unit, shown, rollCalls] = await Promise.all([
    screenById(deps.db, screen.id),
    unitSettings(deps.db),
    screenAlerts(deps.db, screen.scope, SIREN_ALERTS_MAX),
    screenRollCalls(deps.db, SIREN_ROLL_CALLS_MAX),
  ])
  if (!row) throw new AppError('unauthorized')
  // A failure of this write, such as on a full disk, must not stop the alarms of the screen.
  await recordContact(deps.db, screen.id, deps.now(), CONTACT_EVERY_MS).catch(deps.logError)
  const groups = row.groups.map(({ id, name }) => ({ name, isBuiltIn: isBuiltInGroup(id) }))
  return { name: row.name, unitName: unit.name, groups, ...shown, rollCalls }
}

/** Events after which the screens of a group refetch their state. Of a deleted group, that is the change of its membership. */
const CHANGES: ReadonlySet<JournalEventName> = new Set<JournalEventName>([
  'alert:new_alert',
  'alert:existing_alert',
  'alert:resolved',
  'alert:deleted',
  'alert:list_changed',
  'membership:changed',
  'roll-call:asked',
  'roll-call:ended',
])

/**
 * Emits a hint to the siren screens of this process when an alert that they show changed. It runs after the sockets of
 * users have received the event. The hint has no content: only the request of a screen decides which alerts it may
 * read.
 */
export function notifySirenScreens({ journal, realtime }: Pick<Deps, 'journal' | 'realtime'>): void {
  journal.onDelivered(({ name, rooms }) => {
    if (!CHANGES.has(name)) return
    const groups = rooms.map(groupOfAlertRoom).filter((groupId) => groupId !== null)
    // All screens show an alert that reaches all users without a group.
    const screens = rooms.includes(ALL_USERS) && groups.length === 0 ? [SIREN_SCREENS] : groups.map(sirenGroupRoom)
    for (const room of screens) realtime.emitLocally('siren:changed', room, {})
  })
}
