import { type AlertForViewer, type AlertViewer } from '@noroshi/contract/alerts/alerts.http'

/** What this page did with its alarms; the rest is the unit's. */
export interface AlarmState {
  /** Touched here, so that they are 'seen' and still stand on the screen. */
  readonly touched: ReadonlySet<string>
  /** Answered or opened here. */
  readonly dismissed: ReadonlySet<string>
  /** Their sound was stopped here. */
  readonly silenced: ReadonlySet<string>
  /** Until then anonymous alerts do not sound again, by this device's clock; null: they do. */
  readonly quietUntil: number | null
}

export const noAlarms: AlarmState = { touched: new Set(), dismissed: new Set(), silenced: new Set(), quietUntil: null }

/** Milliseconds after the sound of an anonymous alert was stopped in which further anonymous alerts do not sound again: many of them must not wear people out. */
export const ANONYMOUS_QUIET_MS = 60_000

const isUnanswered = ({ seenAt, answer }: AlertViewer, isTouched: boolean) => answer === null && (seenAt === null || isTouched)

/** The alerts that the emergency dialog shows, newest first. `isOwn`: raised by this person or this device. */
export const alarmsOf = (
  active: readonly AlertForViewer[],
  { touched, dismissed }: AlarmState,
  isOwn: (alert: AlertForViewer) => boolean,
): AlertForViewer[] =>
  active
    .filter(
      (alert) =>
        alert.resolvedAt === null &&
        alert.viewer.inAudience &&
        !isOwn(alert) &&
        !dismissed.has(alert.id) &&
        isUnanswered(alert.viewer, touched.has(alert.id)),
    )
    .toSorted((a, b) => (a.id > b.id ? -1 : 1))

/** Whether the one alarm sound runs. */
export const isSounding = (alarms: readonly AlertForViewer[], { silenced, quietUntil }: AlarmState): boolean =>
  alarms.some(({ id, raisedBy }) => !silenced.has(id) && (raisedBy !== null || quietUntil === null))

const including = (ids: ReadonlySet<string>, more: readonly string[]) => new Set([...ids, ...more])

export const touch = (state: AlarmState, id: string): AlarmState => ({ ...state, touched: including(state.touched, [id]) })
export const dismiss = (state: AlarmState, id: string): AlarmState => ({ ...state, dismissed: including(state.dismissed, [id]) })

/** Stops the sound of these. The quiet begins only where an anonymous one is newly among them. */
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

const excluding = (ids: ReadonlySet<string>, gone: readonly string[]) => new Set([...ids].filter((id) => !gone.includes(id)))

/** The unit rings again for those it has no sign of: they come up and sound as if they were new. */
export const ringAgain = (state: AlarmState, ids: readonly string[]): AlarmState => ({
  ...state,
  dismissed: excluding(state.dismissed, ids),
  silenced: excluding(state.silenced, ids),
})
