export const userRoom = (userId: string) => `user:${userId}`
export const isUserRoom = (room: string) => room.startsWith(userRoom(''))
/** Returns the user of the rooms of an event to the sockets of one user. */
export const userOfRooms = (rooms: readonly string[]): string | undefined => rooms.find(isUserRoom)?.slice(userRoom('').length)
/**
 * The room of the restricted sockets that another room would have. Only events about alerts and accounts are emitted to
 * it.
 */
export const restrictedRoom = (room: string) => `restricted:${room}`
export const sessionRoom = (sessionId: string) => `session:${sessionId}`
/** Sockets of one browser of a user. Events to it are not caught up. */
export const deviceRoom = ({ id, deviceId }: { readonly id: string; readonly deviceId: string }) => `device:${id}:${deviceId}`
/** All pages, including those of visitors and of restricted sessions. Only public facts are emitted to it. */
export const EVERY_PAGE = 'every-page'
/** All signed-in users, for an alert whose groups have no members. */
export const ALL_USERS = 'everybody'
