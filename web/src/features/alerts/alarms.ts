import { type AlertForViewer, type AlertViewer } from '@noroshi/contract/alerts/alerts.http'

/** What this page did with its alarms; the rest is the unit's. */
export interface AlarmState {
  /** Touched here, so that they are 'seen' and still stand on the screen. */
  readonly touched: ReadonlySet<string>
  /** Answered or opened here. */
  readonly dismissed: ReadonlySet<string>
  /** Their sound was stopped here. */
  readonly silenced: ReadonlySet<string>
  /** When sound was stopped last, by this device's clock. */
  readonly silencedAt: number
}

export const noAlarms: AlarmState = { touched: new Set(), dismissed: new Set(), silenced: new Set(), silencedAt: 0 }

/** Milliseconds after a stop in which further anonymous alerts do not sound again: many of them must not wear people out. */
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
export const isSounding = (alarms: readonly AlertForViewer[], { silenced, silencedAt }: AlarmState, now: number): boolean =>
  alarms.some(({ id, raisedBy }) => !silenced.has(id) && (raisedBy !== null || now - silencedAt > ANONYMOUS_QUIET_MS))

const including = (ids: ReadonlySet<string>, more: readonly string[]) => new Set([...ids, ...more])

export const touch = (state: AlarmState, id: string): AlarmState => ({ ...state, touched: including(state.touched, [id]) })
export const dismiss = (state: AlarmState, id: string): AlarmState => ({ ...state, dismissed: including(state.dismissed, [id]) })
export const silence = (state: AlarmState, ids: readonly string[], now: number): AlarmState => ({
  ...state,
  silenced: including(state.silenced, ids),
  silencedAt: now,
})

const excluding = (ids: ReadonlySet<string>, gone: readonly string[]) => new Set([...ids].filter((id) => !gone.includes(id)))

/** The unit rings again for those it has no sign of: they come up and sound as if they were new. */
export const ringAgain = (state: AlarmState, ids: readonly string[]): AlarmState => ({
  ...state,
  dismissed: excluding(state.dismissed, ids),
  silenced: excluding(state.silenced, ids),
})
