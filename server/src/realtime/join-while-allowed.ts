import type { Socket } from './io.ts'

/**
 * Joins the rooms that `allowedRooms` returns, then calls it again and leaves the rooms that are no longer allowed. A right that
 * ended between the check and the join had removed only the sockets that were in the rooms already.
 */
export async function joinWhileAllowed(socket: Socket, allowedRooms: () => Promise<readonly string[]>): Promise<void> {
  const joined = await allowedRooms()
  await socket.join([...joined])
  const allowed = await allowedRooms().catch(async (error: unknown) => {
    for (const room of joined) await socket.leave(room)
    throw error
  })
  for (const room of joined) if (!allowed.includes(room)) await socket.leave(room)
}
