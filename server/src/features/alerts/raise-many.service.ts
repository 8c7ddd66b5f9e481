import { v7 as uuidv7 } from 'uuid'
import { isUniqueViolation, untilNoDeadlock } from '#/db/pool.ts'
import { together } from '#/db/together.ts'
import type { Deps } from '#/deps.ts'
import type { Caller } from '#/http/authenticate.ts'
import { audienceFor } from './alert-groups.service.ts'
import { presentAlert } from './alerts.present.ts'
import { roomsOfAlert } from './alerts.rooms.ts'
import type { AlertRow } from './alerts.sql.ts'
import { insertAnonymousAlerts } from './raise.sql.ts'
import { answerRaised, newAlertRow, raiseAlert, type Raised, type Sos } from './raise.service.ts'

/** Raises as `raiseAlert` does; in a flood, those of strangers together. */
export function raisingOn(deps: Deps): (caller: Caller, sos: Sos) => Promise<Raised> {
  const raiseAnonymously = together((soses: readonly Sos[]) => raiseTogether(deps, soses))
  return async (caller, sos) => {
    // Of a device that says nothing of itself there is none to join, and nobody to lock: only its own repetition.
    const isStranger = caller.viewer === null && caller.tokenAlertId === null
    const row = isStranger ? await raiseAnonymously(sos) : null
    if (row !== null) return answerRaised(deps, row, true, false)
    return raiseAlert(deps, caller, sos).catch((error: unknown) => {
      // A stranger brought the same `clientId` at this very moment.
      if (isUniqueViolation(error, 'alerts_client_id_key')) return raiseAlert(deps, caller, sos)
      throw error
    })
  }
}

/** One statement, durable when it returns; null for each whose `clientId` was there before. */
async function raiseTogether(deps: Deps, soses: readonly Sos[]): Promise<readonly (AlertRow | null)[]> {
  const audience = await audienceFor(deps.db, null)
  const now = deps.now()
  const alerts = soses.map((sos) => {
    const row = newAlertRow(null, sos, audience, now)
    return {
      row,
      event: { eventId: uuidv7(), name: 'alert:new_alert' as const, rooms: roomsOfAlert(row), payload: presentAlert(row) },
    }
  })
  const flight = deps.announcer.takeOff()
  try {
    const inserted = untilNoDeadlock(() => insertAnonymousAlerts(deps.db, alerts, audience.groupIds))
    const { ids, horizon } = await inserted.catch((error: unknown) => {
      const eventIds = alerts.map(({ event }) => event.eventId)
      flight.fail(error, eventIds)
      throw error
    })
    const raised = alerts.filter(({ row }) => ids.has(row.id)).map(({ event }) => event)
    flight.land(raised, horizon)
    return alerts.map(({ row }) => (ids.has(row.id) ? row : null))
  } finally {
    flight.end()
  }
}
