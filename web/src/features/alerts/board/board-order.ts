import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { ALERT_STAGES, stageOf } from '@noroshi/contract/alerts/handling'
import { distanceMetres, type LatLng } from '../../../ui/map/distance.ts'
import { locationOf } from '../alert-texts.ts'

/** The orders of the board. */
export const BOARD_ORDERS = ['stage', 'oldest', 'newest', 'distance'] as const
export type BoardOrder = (typeof BOARD_ORDERS)[number]

type Compare = (a: AlertForViewer, b: AlertForViewer) => number

/** Ids rise with time (db/ids.ts of the server). */
const byAge: Compare = (a, b) => (a.id < b.id ? -1 : Number(a.id > b.id))

/**
 * Returns the rank of an alert: the help that it needs first. Duplicates are below the others of their state, and drills
 * below all alerts.
 */
const rankOf = (alert: AlertForViewer): number =>
  ALERT_STAGES.indexOf(stageOf(alert)) + (alert.isDrill ? ALERT_STAGES.length : alert.handling?.duplicateOf ? 0.5 : 0)

function metresFrom(here: LatLng): (alert: AlertForViewer) => number {
  const known = new Map<AlertForViewer, number>()
  return (alert) => {
    const location = locationOf(alert)
    const metres = known.get(alert) ?? (location ? distanceMetres(here, location) : Infinity)
    known.set(alert, metres)
    return metres
  }
}

/**
 * Orders the alerts of the board. By distance, alerts without a location are last; without an own location the order is
 * by state. Equal alerts have the oldest first.
 */
export function orderAlerts(
  alerts: readonly AlertForViewer[],
  order: BoardOrder,
  here: LatLng | null,
): readonly AlertForViewer[] {
  if (order === 'newest') return alerts.toSorted((a, b) => byAge(b, a))
  if (order === 'oldest') return alerts.toSorted(byAge)
  if (order === 'stage' || !here) return alerts.toSorted((a, b) => rankOf(a) - rankOf(b) || byAge(a, b))
  const metresTo = metresFrom(here)
  const compare = (a: number, b: number) => (a === b ? 0 : a - b) // two unknown distances are equal
  return alerts.toSorted((a, b) => compare(metresTo(a), metresTo(b)) || byAge(a, b))
}
