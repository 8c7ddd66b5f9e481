import type { Db } from '#/db/pool.ts'
import type { Caller } from '#/http/authenticate.ts'
import { alertStates } from '../alert-states.sql.ts'

interface MissedEvent {
  readonly name: string
  readonly payload: unknown
}

/** The part that the payloads of these events have in common. */
interface AlertState {
  readonly id: string
  readonly resolvedAt: string | null
}

const STATE_EVENTS: ReadonlySet<string> = new Set(['alert:new_alert', 'alert:existing_alert', 'alert:resolved'])

/** Returns the alert that an event carries with its text and its location; null for other events. */
// `as`: only the server writes the journal
const stateOf = ({ name, payload }: MissedEvent): AlertState | null => (STATE_EVENTS.has(name) ? (payload as AlertState) : null)

/**
 * Returns the missed events of a caller without the events of three kinds of alerts. Their readers receive another
 * event instead.
 * - Deleted alerts, such as old drills.
 * - Muted alerts that the caller may not read any more, because an administrator dismissed them.
 * - Active states of alerts that many were resolved with, since no event carries their resolution: they would alarm.
 * @param events all events since the cursor of the caller, oldest first
 * @param db the snapshot in which the events were read
 */
export async function withoutEndedAlerts<Event extends MissedEvent>(
  db: Db,
  { viewer, tokenAlertId }: Caller,
  events: readonly Event[],
): Promise<readonly Event[]> {
  const latest = new Map(events.map(stateOf).flatMap((state) => (state ? [[state.id, state] as const] : [])))
  if (latest.size === 0) return events
  const rows = await alertStates(db, [...latest.keys()])
  const existing = new Set(rows.map(({ id }) => id))
  const hidden = new Set([...latest.keys()].filter((id) => !existing.has(id)))
  const ended = new Set<string>()
  for (const { id, raised_by, is_muted, resolved_at } of rows) {
    const isOwn = id === tokenAlertId || (viewer !== null && raised_by === viewer.id)
    if (is_muted && !isOwn && viewer?.isAdmin !== true) hidden.add(id)
    if (resolved_at !== null && latest.get(id)?.resolvedAt === null) ended.add(id)
  }
  return events.filter((event) => {
    const state = stateOf(event)
    return !state || (!hidden.has(state.id) && !(state.resolvedAt === null && ended.has(state.id)))
  })
}
