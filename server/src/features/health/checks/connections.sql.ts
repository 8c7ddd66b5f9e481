import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import { isAliveProcess } from '#/realtime/presence.sql.ts'

interface ConnectedCounts {
  readonly users: number
  readonly devices: number
  readonly processes: number
}

/** Counts the processes of the server, and the users and devices with a socket in one of them. */
export async function connectedCounts(db: Db): Promise<ConnectedCounts> {
  const { rows } = await sql<ConnectedCounts>`
    SELECT count(DISTINCT c.user_id)::int AS users, count(DISTINCT (c.user_id, c.device_id)) FILTER (WHERE c.user_id IS NOT NULL)::int AS devices,
      count(DISTINCT p.id)::int AS processes
    FROM server_processes p LEFT JOIN connected_devices c ON c.process_id = p.id WHERE ${isAliveProcess}`.execute(db)
  const [counts] = rows
  if (counts === undefined) throw new Error('an aggregate has one row')
  return counts
}
