import { useEffect, useState } from 'react'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'

/** So many anonymous alarms at once are a flood. */
export const FLOOD_FROM = 5
/** Milliseconds for which an alarm stays on top in a flood: nobody reads or answers what changes four times a second. */
export const FLOOD_HOLD_MS = 10_000

/** The alarm on top, and since when it is there. */
export interface Top {
  readonly id: string
  readonly since: number
}

const isAnonymous = ({ raisedBy }: AlertForViewer) => raisedBy === null

/**
 * The newest is on top. In a flood a name goes before all anonymous ones, and an anonymous one stays for a while before the
 * newest takes its place. `alarms`: newest first.
 */
export function topOf(alarms: readonly AlertForViewer[], top: Top | null, now: number): Top | null {
  const current = alarms.find(({ id }) => id === top?.id)
  const isFlood = alarms.filter(isAnonymous).length >= FLOOD_FROM
  const next = (isFlood && alarms.find((alert) => !isAnonymous(alert))) || alarms[0]
  if (!next) return null
  if (!current || !top) return { id: next.id, since: now }
  const isHeld = isFlood && isAnonymous(next) && now - top.since < FLOOD_HOLD_MS
  return isHeld || next.id === current.id ? top : { id: next.id, since: now }
}

/** {@link topOf} as time goes by. */
export function useTopAlarm(alarms: readonly AlertForViewer[]): AlertForViewer | undefined {
  const [top, setTop] = useState(() => topOf(alarms, null, Date.now()))
  const since = top?.since
  useEffect(() => {
    const settle = () => setTop((known) => topOf(alarms, known, Date.now()))
    settle()
    if (since === undefined) return
    const timer = setTimeout(settle, since + FLOOD_HOLD_MS - Date.now())
    return () => clearTimeout(timer)
  }, [alarms, since])
  return alarms.find(({ id }) => id === top?.id) ?? alarms[0]
}
