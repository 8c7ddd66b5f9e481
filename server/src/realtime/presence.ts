import { randomUUID } from 'node:crypto'
import { type Db, isConnectionLost } from '#/db/pool.ts'
import {
  connectedDevices,
  deleteDeadProcesses,
  deleteDevices,
  deleteProcess,
  type Device,
  disconnectedAmong,
  endLastingHeartbeats,
  hasLivingProcess,
  hasProcess,
  insertDevices,
  writeHeartbeat,
} from './presence.sql.ts'

/** Milliseconds between two heartbeats of a process. */
const HEARTBEAT_MS = 5000

const keyOf = ({ userId, deviceId }: Device) => `${userId} ${deviceId}`

/** A device with an open socket in this process. */
interface LocalDevice {
  readonly device: Device
  sockets: number
}

type Listener = (device: Device) => void

/**
 * Tracks which devices have an open socket in any process of the server (decisions/0057). Each process writes its own
 * devices to PostgreSQL. The devices of a killed process disappear when its heartbeats end. The only process of a
 * server writes one heartbeat, so that it does not write to the disk all day; its successor ends it.
 */
export class Presence {
  readonly #db: Db
  readonly #logError: (error: unknown) => void
  readonly #isOnlyProcess: boolean
  readonly #processId = randomUUID()
  readonly #local = new Map<string, LocalDevice>()
  /** Devices of which the stored state may differ from the local one. */
  #changed = new Map<string, Device>()
  #writing: Promise<void> = Promise.resolve()
  readonly #listeners: Listener[] = []
  #timer: NodeJS.Timeout | null = null
  /** Resolves when all beats of the timer have ended. */
  #beating: Promise<void> = Promise.resolve()

  constructor(db: Db, logError: (error: unknown) => void, { isOnlyProcess = false }: { isOnlyProcess?: boolean } = {}) {
    this.#db = db
    this.#isOnlyProcess = isOnlyProcess
    this.#logError = logError
  }

  async start(): Promise<void> {
    await endLastingHeartbeats(this.#db)
    await this.beat()
    this.#timer = setInterval(() => {
      this.#beating = Promise.all([this.#beating, this.beat()]).then(() => undefined)
    }, HEARTBEAT_MS)
    this.#timer.unref()
  }

  /** Whether another process of this server is running. */
  hasOtherProcesses(): Promise<boolean> {
    return hasLivingProcess(this.#db, this.#processId)
  }

  /** Registers an open socket of a device. */
  connect(device: Device): void {
    const key = keyOf(device)
    const known = this.#local.get(key)
    if (known) known.sockets += 1
    else {
      this.#local.set(key, { device, sockets: 1 })
      this.#write([device])
    }
  }

  /** Removes a socket that was registered with `connect`. */
  disconnect(device: Device): void {
    const key = keyOf(device)
    const known = this.#local.get(key)
    if (known === undefined) return
    known.sockets -= 1
    if (known.sockets > 0) return
    this.#local.delete(key)
    this.#write([device])
  }

  /**
   * Returns the ids of the connected devices of a user. A device that connects to another process follows some
   * milliseconds later.
   */
  async devicesOf(userId: string): Promise<string[]> {
    return (await this.#connectedOf([userId])).map(({ deviceId }) => deviceId)
  }

  /** Returns the connected devices of these users. */
  devicesOfUsers(userIds: readonly string[]): Promise<Device[]> {
    return this.#connectedOf(userIds)
  }

  /** Returns the users among these who have a connected device. */
  async isConnected(userIds: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set((await this.#connectedOf(userIds)).map(({ userId }) => userId))
  }

  /**
   * Calls the listener in one process when a device has lost its last socket. Two processes may call it for one device.
   * The device may be connected again when the listener runs.
   */
  onDisconnected(listener: Listener): void {
    this.#listeners.push(listener)
  }

  /** Writes a heartbeat and unsaved devices, and removes dead processes. Called every HEARTBEAT_MS. */
  async beat(): Promise<void> {
    try {
      const isKnown = (this.#isOnlyProcess && (await hasProcess(this.#db, this.#processId))) || (await this.#writeHeartbeat())
      this.#write(isKnown ? [] : [...this.#local.values()].map(({ device }) => device))
      await this.#writing
      await this.#notifyDisconnected(await deleteDeadProcesses(this.#db))
    } catch (error) {
      if (!isConnectionLost(error)) this.#logError(error)
    }
  }

  /** Removes the devices of this process. */
  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer)
    await this.#beating
    await this.#writing
    await deleteProcess(this.#db, this.#processId).catch(this.#logError)
  }

  #writeHeartbeat(): Promise<boolean> {
    return writeHeartbeat(this.#db, this.#processId, this.#isOnlyProcess)
  }

  async #connectedOf(userIds: readonly string[]): Promise<Device[]> {
    await this.#writing
    const found = new Map((await connectedDevices(this.#db, userIds)).map((device) => [keyOf(device), device]))
    // The rows of this process are missing for some seconds after a crash of PostgreSQL.
    for (const [key, { device }] of this.#local) if (userIds.includes(device.userId)) found.set(key, device)
    return [...found.values()]
  }

  /**
   * Writes the local state of the devices, in one batch at a time. A failed batch is repeated with the next heartbeat.
   */
  #write(devices: readonly Device[]): void {
    for (const device of devices) this.#changed.set(keyOf(device), device)
    this.#writing = this.#writing.then(async () => {
      const batch = this.#changed
      if (batch.size === 0) return
      this.#changed = new Map()
      try {
        await this.#writeBatch([...batch.values()])
      } catch (error) {
        for (const [key, device] of batch) this.#changed.set(key, device)
        if (!isConnectionLost(error)) this.#logError(error)
      }
    })
  }

  async #writeBatch(batch: readonly Device[]): Promise<void> {
    const { true: connected = [], false: gone = [] } = Object.groupBy(batch, (device) =>
      this.#local.has(keyOf(device)) ? 'true' : 'false',
    )
    if (connected.length > 0) {
      // After a crash of PostgreSQL, no device of this process is stored any more.
      const isKnown = await this.#writeHeartbeat()
      const all = isKnown ? connected : [...this.#local.values()].map(({ device }) => device)
      await insertDevices(this.#db, this.#processId, all)
    }
    if (gone.length === 0) return
    await deleteDevices(this.#db, this.#processId, gone)
    await this.#notifyDisconnected(gone)
  }

  /**
   * Called after the deletion. If two processes lose a device at the same time, at least one of them notifies its
   * listeners.
   */
  async #notifyDisconnected(devices: readonly Device[]): Promise<void> {
    if (devices.length === 0 || this.#listeners.length === 0) return
    for (const device of await disconnectedAmong(this.#db, devices)) for (const listener of this.#listeners) listener(device)
  }
}
