import { createEmitter } from '../../../platform/observable.ts'
import * as cipher from './desk-cipher.ts'
import type { DeskKeys, DeskKeyStore } from './desk-key-store.ts'

/** Milliseconds without use after which the data key is forgotten. */
export const LOCK_AFTER_MS = 5 * 60_000
/** Milliseconds for which a key that the server opened serves work in the background. */
export const BACKGROUND_MS = 60_000
/** Wrong PINs in a row before the next ones wait. */
const FREE_TRIES = 3
/** Milliseconds of the first wait, which doubles with each wrong PIN, and of the longest one. */
const WAIT = { first: 10_000, max: 15 * 60_000 } as const

/** `unknown`: the storage was not read yet. `off`: the desk of the shelter does not work without a connection here. */
export type VaultState = 'unknown' | 'off' | 'locked' | 'open'
/** `waiting`: no PIN is tried before `until`, in milliseconds since 1970. */
export type PinOutcome =
  | { readonly type: 'opened' }
  | { readonly type: 'wrong' }
  | { readonly type: 'waiting'; readonly until: number }

/** The key of the desk that encrypted a value is not on this device, or the value was changed. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError'
}

/**
 * The secret of the server does not open the data key, because the server was restored with another one. The PIN does, and
 * then wraps the key for the server again.
 */
export class ServerKeyError extends Error {
  override readonly name = 'ServerKeyError'
}

/** The desk is locked, and this needs its PIN. */
export class LockedError extends Error {
  override readonly name = 'LockedError'
}

/** A data key in memory. */
interface OpenDesk {
  /** The desk of the key: another tab may have turned it off and on, which gives the shelter another key. */
  readonly deskId: string
  readonly key: CryptoKey
  usedAt: number
  timer?: ReturnType<typeof setTimeout>
}

interface Ports {
  readonly store: DeskKeyStore
  /** Asks the server for the secret of a desk. */
  readonly secretOf: (placeId: string, deskId: string) => Promise<string>
  readonly newDeskId: () => string
  readonly iterations?: number
}

/** Returns until when no PIN is tried after so many wrong ones. */
const blockedUntil = (wrongPins: number, now: number): number =>
  wrongPins < FREE_TRIES ? 0 : now + Math.min(WAIT.first * 2 ** (wrongPins - FREE_TRIES), WAIT.max)

/**
 * Keeps the data keys of the desks on this device: wrapped in the storage, and in memory only while a desk is open. Its PIN alone
 * opens a desk. For a session with a role at the shelter, the server unwraps the key of a locked desk for work in the background,
 * which sends what was recorded and encrypts the copy; the desk stays locked.
 */
export function createDeskVault({ store, secretOf, newDeskId, iterations }: Ports) {
  let rows: ReadonlyMap<string, DeskKeys> | null = null
  const open = new Map<string, OpenDesk>()
  /** The keys of locked desks that the server unwrapped, by the id of the desk. */
  const background = new Map<string, { readonly key: Promise<CryptoKey>; readonly until: number }>()
  const changed = createEmitter()

  const load = async (): Promise<ReadonlyMap<string, DeskKeys>> => {
    rows = new Map((await store.all()).map((row) => [row.placeId, row]))
    changed.emit()
    return rows
  }
  const rowOf = async (placeId: string): Promise<DeskKeys | undefined> => (await load()).get(placeId)
  const put = async (row: DeskKeys) => {
    await store.put(row)
    await load()
  }

  const lock = (placeId: string) => {
    clearTimeout(open.get(placeId)?.timer)
    if (open.delete(placeId)) changed.emit()
  }
  /** Returns the key of an open desk. Timers stop while a device sleeps, so that the time is compared too. */
  const keyInMemory = (placeId: string): CryptoKey | undefined => {
    const known = open.get(placeId)
    return known !== undefined && Date.now() - known.usedAt < LOCK_AFTER_MS ? known.key : undefined
  }
  const prolong = (placeId: string) => {
    const known = open.get(placeId)
    if (keyInMemory(placeId) === undefined || known === undefined) return
    clearTimeout(known.timer)
    known.usedAt = Date.now()
    known.timer = setTimeout(() => lock(placeId), LOCK_AFTER_MS)
  }
  const remember = async ({ placeId, deskId }: DeskKeys, raw: Uint8Array<ArrayBuffer>): Promise<CryptoKey> => {
    const key = await cipher.keyOf(raw)
    lock(placeId)
    open.set(placeId, { deskId, key, usedAt: Date.now() })
    prolong(placeId)
    changed.emit()
    return key
  }

  const rawByServer = async ({ placeId, deskId, server }: DeskKeys) => {
    const secret = await secretOf(placeId, deskId)
    return cipher.unwrapBySecret(server, secret).catch(() => {
      throw new ServerKeyError()
    })
  }
  /** Wraps the key of a desk by the secret that the server has now, unless it is wrapped by it. */
  const wrapForServer = async ({ placeId, deskId, server }: DeskKeys, raw: Uint8Array<ArrayBuffer>): Promise<void> => {
    const secret = await secretOf(placeId, deskId)
    if (await cipher.unwrapBySecret(server, secret).catch(() => null)) return
    await store.replaceServer({ placeId, deskId, server: await cipher.wrapBySecret(raw, secret) })
  }
  const keyInBackground = (row: DeskKeys): Promise<CryptoKey> => {
    const known = background.get(row.deskId)
    if (known !== undefined && Date.now() < known.until) return known.key
    const key = rawByServer(row).then(cipher.keyOf)
    background.set(row.deskId, { key, until: Date.now() + BACKGROUND_MS })
    key.catch(() => background.delete(row.deskId))
    return key
  }
  /** Returns the key of a desk, by the server if it is locked. */
  const keyFor = async (placeId: string): Promise<CryptoKey> => {
    const known = keyInMemory(placeId)
    if (known !== undefined) return known
    const row = (await store.all()).find((each) => each.placeId === placeId)
    if (row === undefined) throw new UnreadableError()
    return keyInBackground(row)
  }
  /** Locks a desk whose key in memory is not the stored one any more. Returns whether it did. */
  const lockIfReplaced = async (placeId: string): Promise<boolean> => {
    const known = open.get(placeId)
    if (known === undefined) return false
    const row = (await store.all()).find((each) => each.placeId === placeId)
    if (row?.deskId === known.deskId) return false
    lock(placeId)
    await load()
    return true
  }

  return {
    subscribe: changed.subscribe,
    /** Reads which desks this device has. Rejects if the storage fails: then it is not known. */
    load,
    state: (placeId: string): VaultState => {
      if (rows === null) return 'unknown'
      if (!rows.has(placeId)) return 'off'
      return keyInMemory(placeId) === undefined ? 'locked' : 'open'
    },
    /** The shelters of which this device has a desk. */
    places: (): readonly string[] => [...(rows?.keys() ?? [])],
    /**
     * Creates the data key of a desk and opens it, or gives an open desk another PIN. It needs the server.
     * @throws LockedError for a locked desk; ApiError, OfflineError, ServerKeyError
     */
    async setPin(placeId: string, pin: string): Promise<void> {
      const known = await rowOf(placeId)
      if (known !== undefined && keyInMemory(placeId) === undefined) throw new LockedError()
      const deskId = known?.deskId ?? newDeskId()
      const raw = known ? await rawByServer(known) : cipher.newRawKey()
      const server = known?.server ?? (await cipher.wrapBySecret(raw, await secretOf(placeId, deskId)))
      const wrapped = await cipher.wrapByPin(raw, pin, iterations)
      const row: DeskKeys = { placeId, deskId, pin: wrapped, server, wrongPins: 0, blockedUntil: 0 }
      await put(row)
      await remember(row, raw)
    },
    /** Opens a desk. Each try is counted before it is made, so that a reload does not undo the count. */
    async openByPin(placeId: string, pin: string): Promise<PinOutcome> {
      const row = await rowOf(placeId)
      if (row === undefined) throw new UnreadableError()
      const now = Date.now()
      // A clock that was set back does not prolong the wait.
      if (row.blockedUntil > now && row.blockedUntil <= now + WAIT.max) return { type: 'waiting', until: row.blockedUntil }
      const wrongPins = row.wrongPins + 1
      await put({ ...row, wrongPins, blockedUntil: blockedUntil(wrongPins, now) })
      const raw = await cipher.unwrapByPin(row.pin, pin).catch(() => null)
      if (raw === null) return { type: 'wrong' }
      await put({ ...row, wrongPins: 0, blockedUntil: 0 })
      await remember(row, raw)
      // Without a connection, the next PIN with one does it.
      wrapForServer(row, raw).catch(() => undefined)
      return { type: 'opened' }
    },
    /** Forgets the data key of a desk, or those of all. */
    lock(placeId?: string) {
      background.clear()
      for (const each of placeId === undefined ? [...open.keys()] : [placeId]) lock(each)
    },
    /** Prolongs the time until the desk is locked, because a person works at it. */
    prolong,
    /**
     * Encrypts a value of a desk.
     * @throws ApiError, OfflineError, ServerKeyError if the desk is locked and the server does not unwrap its key; UnreadableError if
     * another tab replaced its key
     */
    async seal(placeId: string, purpose: string, value: unknown): Promise<cipher.Sealed> {
      if (await lockIfReplaced(placeId)) throw new UnreadableError()
      return cipher.seal(await keyFor(placeId), purpose, value)
    },
    /** Returns a value of a desk. @throws ApiError, OfflineError, ServerKeyError as `seal`; UnreadableError */
    async open(placeId: string, purpose: string, sealed: cipher.Sealed): Promise<unknown> {
      await lockIfReplaced(placeId)
      const key = await keyFor(placeId)
      return cipher.open(key, purpose, sealed).catch(() => {
        throw new UnreadableError()
      })
    },
    /** Deletes the keys of a desk: what they encrypted cannot be read any more. */
    async remove(placeId: string): Promise<void> {
      lock(placeId)
      await store.remove(placeId)
      await load()
    },
  }
}
