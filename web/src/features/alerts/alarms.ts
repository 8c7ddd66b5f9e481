import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'

/** The actions of the user on the alarms of this page. All other state comes from the server. */
export interface AlarmState {
  /** Ids of alerts that the user touched here. They count as seen and stay on the screen. */
  readonly touched: ReadonlySet<string>
  /** Ids of alerts that the user answered or opened here. */
  readonly dismissed: ReadonlySet<string>
  /** Ids of alerts whose sound the user stopped here. */
  readonly silenced: ReadonlySet<string>
  /**
   * Anonymous alerts are silent until this `performance.now()` in milliseconds, which never jumps. null: they sound.
   */
  readonly quietUntil: number | null
}

export const initialAlarmState: AlarmState = { touched: new Set(), dismissed: new Set(), silenced: new Set(), quietUntil: null }

/** Milliseconds of the quiet period: further anonymous alerts are silent after the user stopped the sound of one. */
export const ANONYMOUS_QUIET_MS = 60_000

const isDrill = (alert: AlertForViewer) => alert.isDrill === true

const isUnanswered = ({ seenAt, answer }: AlertForViewer['viewer'], isTouched: boolean) =>
  answer === null && (seenAt === null || isTouched)

/**
 * Returns the alerts that the emergency dialog shows, newest first, drills after every SOS. One that came late from another unit is
 * only in the lists. `isHandled`: the user or this device raised the SOS, or the user has answered it on another device.
 */
export const alarmsOf = (
  active: readonly AlertForViewer[],
  { touched, dismissed }: AlarmState,
  isHandled: (alert: AlertForViewer) => boolean,
): AlertForViewer[] =>
  active
    .filter(
      (alert) =>
        alert.resolvedAt === null &&
        alert.viewer.inAudience &&
        alert.origin?.isLate !== true &&
        !isHandled(alert) &&
        !dismissed.has(alert.id) &&
        isUnanswered(alert.viewer, touched.has(alert.id)),
    )
    .toSorted((a, b) => Number(isDrill(a)) - Number(isDrill(b)) || (a.id > b.id ? -1 : 1))

/** Whether the alarm sound plays. There is one sound for all alarms. */
export const isSounding = (alarms: readonly AlertForViewer[], { silenced, quietUntil }: AlarmState): boolean =>
  alarms.some(({ id, raisedBy }) => !silenced.has(id) && (raisedBy !== null || quietUntil === null))

/** Returns whether every alarm that sounds is a drill. The dialog of a drill is shown before its sound. */
export const soundsForDrillOnly = (alarms: readonly AlertForViewer[], state: AlarmState): boolean =>
  !isSounding(
    alarms.filter((alert) => !isDrill(alert)),
    state,
  )

const including = (ids: ReadonlySet<string>, more: readonly string[]) => new Set([...ids, ...more])

export const touch = (state: AlarmState, id: string): AlarmState => ({ ...state, touched: including(state.touched, [id]) })
export const dismiss = (state: AlarmState, id: string): AlarmState => ({ ...state, dismissed: including(state.dismissed, [id]) })

/**
 * Stops the sound of the alarms. The quiet period starts only if one of them is anonymous and was not silenced before.
 */
export function silence(state: AlarmState, alarms: readonly AlertForViewer[], now: number): AlarmState {
  const isAnonymousNew = alarms.some(({ id, raisedBy }) => raisedBy === null && !state.silenced.has(id))
  return {
    ...state,
    silenced: including(
      state.silenced,
      alarms.map(({ id }) => id),
    ),
    quietUntil: isAnonymousNew ? now + ANONYMOUS_QUIET_MS : state.quietUntil,
  }
}

export const endQuiet = (state: AlarmState): AlarmState => ({ ...state, quietUntil: null })

const excluding = (ids: ReadonlySet<string>, removed: readonly string[]) =>
  new Set([...ids].filter((id) => !removed.includes(id)))

/** Shows and sounds alarms as if they were new. The server repeats an alarm that it has no acknowledgement of. */
export const repeatAlarms = (state: AlarmState, ids: readonly string[]): AlarmState => ({
  ...state,
  dismissed: excluding(state.dismissed, ids),
  silenced: excluding(state.silenced, ids),
})
