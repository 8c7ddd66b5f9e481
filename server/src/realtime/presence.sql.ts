import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

/** A browser of a user. Two users of one browser are two devices. */
export interface Device {
  readonly userId: string
  readonly deviceId: string
}

interface DeviceRow {
  readonly user_id: string
  readonly device_id: string
}

/** Seconds after its last heartbeat until a process counts as dead. */
const DEAD_AFTER_SECONDS = 15

/** SQL condition: the process has not died. */
export const isAliveProcess = sql`heartbeat_at > clock_timestamp() - make_interval(secs => ${sql.lit(DEAD_AFTER_SECONDS)})`

/** SQL condition: the device of a user has a socket in a living process. @param userId, deviceId columns or values */
export const isConnectedDevice = (userId: RawBuilder<unknown>, deviceId: RawBuilder<unknown>) =>
  sql<boolean>`EXISTS (SELECT FROM connected_devices c JOIN server_processes p ON p.id = c.process_id
    WHERE c.user_id = ${userId} AND c.device_id = ${deviceId} AND ${isAliveProcess})`

const devicesFrom = (devices: readonly Device[]) => sql`
  unnest(${devices.map(({ userId }) => userId)}::uuid[], ${devices.map(({ deviceId }) => deviceId)}::uuid[])
    AS device (user_id, device_id)`

const toDevice = ({ user_id, device_id }: DeviceRow): Device => ({ userId: user_id, deviceId: device_id })

/**
 * Writes the heartbeat of a process. Returns false if the process had no row, so that none of its devices is stored.
 * @param isLasting the process needs no further heartbeat
 */
export async function writeHeartbeat(db: Db, processId: string, isLasting: boolean): Promise<boolean> {
  const at = isLasting ? sql`'infinity'` : sql`clock_timestamp()`
  const { rows } = await sql<{ is_known: boolean }>`
    INSERT INTO server_processes AS p (id, heartbeat_at) VALUES (${processId}::uuid, ${at})
    ON CONFLICT (id) DO UPDATE SET heartbeat_at = EXCLUDED.heartbeat_at
    RETURNING p.xmax <> 0 AS is_known`.execute(db)
  return rows[0]?.is_known === true
}

/** Whether a process has a row. */
export async function hasProcess(db: Db, processId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM server_processes WHERE id = ${processId}::uuid`.execute(db)
  return rows.length > 0
}

/** Ends lasting heartbeats now: the processes that wrote them have ended. */
export const endLastingHeartbeats = (db: Db) =>
  sql`UPDATE server_processes SET heartbeat_at = clock_timestamp() WHERE heartbeat_at = 'infinity'`.execute(db)

/** Whether a process other than this one is alive. */
export async function hasLivingProcess(db: Db, exceptId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM server_processes WHERE id <> ${exceptId}::uuid AND ${isAliveProcess} LIMIT 1`.execute(db)
  return rows.length > 0
}

export const insertDevices = (db: Db, processId: string, devices: readonly Device[]) =>
  sql`INSERT INTO connected_devices (user_id, device_id, process_id)
    SELECT user_id, device_id, ${processId}::uuid FROM ${devicesFrom(devices)} ON CONFLICT DO NOTHING`.execute(db)

export const deleteDevices = (db: Db, processId: string, devices: readonly Device[]) =>
  sql`DELETE FROM connected_devices c USING ${devicesFrom(devices)}
    WHERE c.process_id = ${processId}::uuid AND c.user_id = device.user_id AND c.device_id = device.device_id`.execute(db)

/** Deletes a process with its devices. */
export const deleteProcess = (db: Db, processId: string) =>
  sql`DELETE FROM server_processes WHERE id = ${processId}::uuid`.execute(db)

/** Deletes the dead processes. Returns their devices. Each device is returned to one caller only. */
export async function deleteDeadProcesses(db: Db): Promise<Device[]> {
  const { rows } = await sql<DeviceRow>`
    WITH dead AS (DELETE FROM server_processes WHERE NOT (${isAliveProcess}) RETURNING id)
    DELETE FROM connected_devices WHERE process_id IN (SELECT id FROM dead) RETURNING user_id, device_id`.execute(db)
  return rows.map(toDevice)
}

/** Returns the devices among these without a socket in any living process. */
export async function disconnectedAmong(db: Db, devices: readonly Device[]): Promise<Device[]> {
  const { rows } = await sql<DeviceRow>`
    SELECT user_id, device_id FROM ${devicesFrom(devices)}
    WHERE NOT ${isConnectedDevice(sql`device.user_id`, sql`device.device_id`)}`.execute(db)
  return rows.map(toDevice)
}

/** Returns the connected devices of these users. */
export async function connectedDevices(db: Db, userIds: readonly string[]): Promise<Device[]> {
  const { rows } = await sql<DeviceRow>`
    SELECT DISTINCT c.user_id, c.device_id FROM connected_devices c JOIN server_processes p ON p.id = c.process_id
    WHERE c.user_id = ANY (${[...userIds]}::uuid[]) AND ${isAliveProcess}`.execute(db)
  return rows.map(toDevice)
}
