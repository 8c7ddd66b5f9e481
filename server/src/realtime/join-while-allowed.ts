import type { Socket } from './io.ts'

/** Joins what the right opens; asked once more, since a right that ended in this moment emptied the rooms before this socket stood there. */
export async function joinWhileAllowed(socket: Socket, rooms: () => Promise<readonly string[]>): Promise<void> {
  const joined = await rooms()
  await socket.join([...joined])
  const still = await rooms().catch(async (error: unknown) => {
    for (const room of joined) await socket.leave(room)
    throw error
  })
  for (const room of joined) if (!still.includes(room)) await socket.leave(room)
}
