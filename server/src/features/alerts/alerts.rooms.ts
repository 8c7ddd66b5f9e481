import { ADMINISTRATORS, alertGroupRoom, alertRoom, ALL_USERS, userRoom } from '#/realtime/rooms.ts'

interface AlertAudience {
  readonly id: string
  readonly raised_by: string | null
  readonly reaches_everyone: boolean
  readonly is_muted: boolean
  readonly group_ids: readonly string[]
}

/** Returns the rooms of all readers of an alert: its groups or all administrators, its raiser and the holders of its token. */
export const roomsOfAlert = (alert: AlertAudience): string[] => [
  ...alert.group_ids.map(alertGroupRoom),
  ...(alert.reaches_everyone ? [ALL_USERS] : []),
  ...(alert.is_muted ? [ADMINISTRATORS] : []),
  ...(alert.raised_by === null ? [] : [userRoom(alert.raised_by)]),
  alertRoom(alert.id),
]
