import { alertGroupRoom, alertRoom, EVERYBODY, userRoom } from '#/realtime/rooms.ts'

interface Reached {
  readonly id: string
  readonly raised_by: string | null
  readonly reaches_everyone: boolean
  readonly group_ids: readonly string[]
}

/** Everyone who may read an alert: its groups, its raiser, and who holds its token. */
export const roomsOfAlert = (alert: Reached): string[] => [
  ...alert.group_ids.map(alertGroupRoom),
  ...(alert.reaches_everyone ? [EVERYBODY] : []),
  ...(alert.raised_by === null ? [] : [userRoom(alert.raised_by)]),
  alertRoom(alert.id),
]
