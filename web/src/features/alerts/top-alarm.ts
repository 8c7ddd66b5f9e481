import { useEffect, useState } from 'react'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'

/** Number of anonymous alarms from which the page treats them as a flood. */
export const FLOOD_FROM = 5
/** Milliseconds for which an alarm stays on top in a flood. Without this delay it changes too fast to be read. */
export const FLOOD_HOLD_MS = 10_000

/** The alarm on top. */
export interface TopAlarm {
  readonly id: string
  /** The `performance.now()` in milliseconds from which it is on top. */
  readonly since: number
}

const isAnonymous = ({ raisedBy }: AlertForViewer) => raisedBy === null
const isSos = ({ isDrill }: AlertForViewer) => isDrill !== true
const isFloodOf = (alarms: readonly AlertForViewer[]) => alarms.filter(isAnonymous).length >= FLOOD_FROM

/**
 * Returns whether the dialog reopens while the user reads an alert: if an alarm is newer than `readUpTo`. In the quiet
 * period, further anonymous alarms of a flood do not open it; fewer anonymous alarms than a flood always do. A drill
 * does not open it while the dialog has an SOS.
 */
export function shouldReopenDialog(alarms: readonly AlertForViewer[], readUpTo: string, isQuiet: boolean): boolean {
  const ignoresAnonymous = isQuiet && isFloodOf(alarms)
  const hasSos = alarms.some(isSos)
  return alarms.some((alert) => alert.id > readUpTo && !(ignoresAnonymous && isAnonymous(alert)) && !(hasSos && !isSos(alert)))
}

/**
 * Returns the alarm to show on top: the newest SOS, or the newest drill if there is no SOS. In a flood, an alarm with a
 * name precedes all anonymous ones, and an anonymous alarm stays for {@link FLOOD_HOLD_MS} before the newest one
 * replaces it.
 *
 * @param alarms newest first, drills last
 * @param now milliseconds of `performance.now()`, which is independent of the device's clock
 */
export function topAlarmOf(alarms: readonly AlertForViewer[], top: TopAlarm | null, now = performance.now()): TopAlarm | null {
  const current = alarms.find(({ id }) => id === top?.id)
  const isFlood = isFloodOf(alarms)
  const next = (isFlood && alarms.find((alert) => !isAnonymous(alert) && isSos(alert))) || alarms[0]
  if (!next) return null
  if (!current || !top) return { id: next.id, since: now }
  const isHeld = isFlood && isAnonymous(next) && isSos(current) && now - top.since < FLOOD_HOLD_MS
  return isHeld || next.id === current.id ? top : { id: next.id, since: now }
}

/** The alarm of {@link topAlarmOf}, updated over time. */
export function useTopAlarm(alarms: readonly AlertForViewer[]): AlertForViewer | undefined {
  const [top, setTop] = useState(() => topAlarmOf(alarms, null))
  const since = top?.since
  useEffect(() => {
    const update = () => setTop((known) => topAlarmOf(alarms, known))
    update()
    if (since === undefined) return
    const timer = setTimeout(update, since + FLOOD_HOLD_MS - performance.now())
    return () => clearTimeout(timer)
  }, [alarms, since])
  return alarms.find(({ id }) => id === top?.id) ?? alarms[0]
}
