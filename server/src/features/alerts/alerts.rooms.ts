import { ALL_USERS, userRoom } from '#/realtime/rooms.ts'

export const alertGroupRoom = (groupId: string) => `alert-group:${groupId}`
/** Returns the group of an alert group's room; null for any other room. */
export const groupOfAlertRoom = (room: string): string | null =>
  room.startsWith(alertGroupRoom('')) ? room.slice(alertGroupRoom('').length) : null
/** Devices with the alert's token, and administrators who have its page open. */
export const alertRoom = (alertId: string) => `alert:${alertId}`
/** All administrators, for a muted alert and for the health of the server. */
export const ADMINISTRATORS = 'administrators'

interface AlertAudience {
  readonly id: string
  readonly raised_by: string | null
  readonly reaches_everyone: boolean
  readonly is_muted: boolean
  readonly group_ids: readonly string[]
}

const audienceRooms = (alert: AlertAudience): string[] => [
  ...alert.group_ids.map(alertGroupRoom),
  ...(alert.reaches_everyone ? [ALL_USERS] : []),
  ...(alert.raised_by === null ? [] : [userRoom(alert.raised_by)]),
]

/** Returns the rooms of all readers of an alert: its groups or all administrators, its raiser and the holders of its token. */
export const roomsOfAlert = (alert: AlertAudience): string[] => [
  ...audienceRooms(alert),
  ...(alert.is_muted ? [ADMINISTRATORS] : []),
  alertRoom(alert.id),
]

/** Returns the rooms of the readers of an alert with a session: its audience, its raiser and all administrators. */
export const roomsWithSession = (alert: AlertAudience): string[] => [...audienceRooms(alert), ADMINISTRATORS]
