import { newId } from '#/db/ids.ts'
import { isUniqueViolation, retryOnDeadlock } from '#/db/pool.ts'
import { batchWrites } from '#/db/batch-writes.ts'
import type { Deps } from '#/deps.ts'
import { repeatOnFullDisk } from '#/db/transaction.ts'
import type { Caller } from '#/http/authenticate.ts'
import { audienceFor, mutedAudience } from '../groups/alert-groups.service.ts'
import { presentAlert } from '../alerts.present.ts'
import { roomsOfAlert } from '../alerts.rooms.ts'
import type { AlertRow } from '../alerts.sql.ts'
import type { ChangeThrottle } from '../change-throttle.ts'
import { insertAnonymousAlerts } from './raise.sql.ts'
import { presentRaised, newAlertRow, raiseAlert, type RaiseResult, type SosInput } from './raise.service.ts'

/**
 * Returns a function that raises like `raiseAlert`. In a flood, SOS without session and token share one statement
 * (decisions/0012).
 */
export function createRaise(deps: Deps, throttle: ChangeThrottle): (caller: Caller, sos: SosInput) => Promise<RaiseResult> {
  const raiseAnonymously = batchWrites((soses: readonly SosInput[]) => raiseAll(deps, soses))
  deps.metrics.watchQueue('sos', raiseAnonymously.waiting)
  return async (caller, sos) => {
    // A caller without session and token has no alert to join and needs no lock. Only its `clientId` may be repeated.
    const isStranger = caller.viewer === null && caller.tokenAlertId === null
    const row = isStranger ? await raiseAnonymously(sos) : null
    if (row !== null) return presentRaised(deps, row, true, false)
    return raiseAlert(deps, throttle, caller, sos).catch((error: unknown) => {
      // A concurrent anonymous SOS inserted the same `clientId`.
      if (isUniqueViolation(error, 'alerts_client_id_key')) return raiseAlert(deps, throttle, caller, sos)
      throw error
    })
  }
}

/** Inserts anonymous alerts in one statement. An item of the result is null if its `clientId` exists or existed. */
async function raiseAll(deps: Deps, soses: readonly SosInput[]): Promise<readonly (AlertRow | null)[]> {
  const isMuted = ({ source = null }: SosInput) => source !== null && deps.alertSources.isMuted(source)
  const audience = await audienceFor(deps.db, null)
  const muted = soses.some(isMuted) ? await mutedAudience(deps.db) : audience
  const now = deps.now()
  const alerts = soses.map((sos) => {
    const row = newAlertRow(null, sos, isMuted(sos) ? muted : audience, now)
    return {
      row,
      source: sos.source ?? null,
      event: { eventId: newId(), name: 'alert:new_alert' as const, rooms: roomsOfAlert(row), payload: presentAlert(row) },
    }
  })
  try {
    const ids = await repeatOnFullDisk(
      () => deps.disk.release(),
      () => retryOnDeadlock(() => insertAnonymousAlerts(deps.db, alerts, audience)),
    )
    return alerts.map(({ row }) => (ids.has(row.id) ? row : null))
  } finally {
    deps.journal.wake()
  }
}
