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
const isFloodOf = (alarms: readonly AlertForViewer[]) => alarms.filter(isAnonymous).length >= FLOOD_FROM

/**
 * Whether the dialog comes back to who reads an alert: where one is newer than `readUpTo`. While the sound is quiet, further
 * anonymous ones of a flood wait; a few of them never do.
 */
export function comesBack(alarms: readonly AlertForViewer[], readUpTo: string, isQuiet: boolean): boolean {
  const waits = isQuiet && isFloodOf(alarms)
  return alarms.some((alert) => alert.id > readUpTo && !(waits && isAnonymous(alert)))
}

/**
 * The newest is on top. In a flood a name goes before all anonymous ones, and an anonymous one stays for a while before the
 * newest takes its place. `alarms`: newest first. `now`: by no clock that anybody can set.
 */
export function topOf(alarms: readonly AlertForViewer[], top: Top | null, now = performance.now()): Top | null {
  const current = alarms.find(({ id }) => id === top?.id)
  const isFlood = isFloodOf(alarms)
  const next = (isFlood && alarms.find((alert) => !isAnonymous(alert))) || alarms[0]
  if (!next) return null
  if (!current || !top) return { id: next.id, since: now }
  const isHeld = isFlood && isAnonymous(next) && now - top.since < FLOOD_HOLD_MS
  return isHeld || next.id === current.id ? top : { id: next.id, since: now }
}

/** {@link topOf} as time goes by. */
export function useTopAlarm(alarms: readonly AlertForViewer[]): AlertForViewer | undefined {
  const [top, setTop] = useState(() => topOf(alarms, null))
  const since = top?.since
  useEffect(() => {
    const settle = () => setTop((known) => topOf(alarms, known))
    settle()
    if (since === undefined) return
    const timer = setTimeout(settle, since + FLOOD_HOLD_MS - performance.now())
    return () => clearTimeout(timer)
  }, [alarms, since])
  return alarms.find(({ id }) => id === top?.id) ?? alarms[0]
}
