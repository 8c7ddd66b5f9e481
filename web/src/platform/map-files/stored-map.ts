import type { Streets } from '@noroshi/contract/streets/streets.http'
import { createObservable, type ReadonlyObservable } from '../observable.ts'
import { socket } from '../connection/socket.ts'
import { FONT_PATHS, streetsPath, WORLD_PATH } from './map-addresses.ts'
import { type ArchiveVersion, canStoreMap, deleteOthers, storedArchives, type StoredArchive, tagOfEtag } from './map-disk.ts'
import type { Download, DownloadReport, DownloadRequest } from './map-download-messages.ts'
// oxlint-disable-next-line import/default -- Vite compiles the worker and exports its class
import DownloadWorker from './map-download.worker.ts?worker'
import { maxStreetBytes, mapLimit, onMapLimit } from './map-limit.ts'
import { mapFilesRevision } from './map-revision.ts'

/** An archive of the server and its stored part. */
export interface MapPart {
  readonly bytes: number
  readonly storedBytes: number
  readonly isStored: boolean
}

/** The map on this device. `waiting`: the server cannot be reached. */
export interface StoredMap {
  readonly activity: 'resting' | 'storing' | 'waiting' | 'noRoom'
  /** null: unknown, because the server was not reached and nothing is stored. */
  readonly world: MapPart | null
  /** null: the server has no streets. */
  readonly streets: MapPart | null
  /** Free bytes in the storage quota of the origin; null: unknown. */
  readonly freeBytes: number | null
}

type Outcome = Exclude<DownloadReport['kind'], 'part'>

/** Bytes of the quota that stay free for unsent content. */
const RESERVE_BYTES = 50 * 1024 ** 2
/** All tabs of the origin share the files. */
const LOCK = 'map-files'

const state = createObservable<StoredMap>({ activity: 'resting', world: null, streets: null, freeBytes: null })
export const storedMap: ReadonlyObservable<StoredMap> = state

const change = (part: Partial<StoredMap>) => state.set({ ...state.get(), ...part })

/** undefined: not known yet. */
let streets: Streets | null | undefined
let loadCode: () => Promise<void> = async () => {}
let isKept = false
let isWaiting = false
/** Aborts the current update, because a choice of the user does not wait for a slow download. */
let turn = new AbortController()

if (canStoreMap())
  onMapLimit(() => {
    turn.abort()
    void updateMap()
  })

/**
 * Stores the map of the server on this device, up to the limit of the user. Call it with each change of the streets.
 * @param load loads the code that draws the map, so that the service worker stores it
 */
export function keepMap(current: Streets | null, load: () => Promise<void>): void {
  streets = current
  loadCode = load
  if (!canStoreMap()) return
  if (!isKept) {
    isKept = true
    socket.on('connect', () => state.get().activity === 'waiting' && void updateMap())
  }
  void updateMap()
}

/**
 * Compares the files with the server, fetches missing archives and deletes unwanted ones. A lock admits one tab at a
 * time.
 */
export async function updateMap(): Promise<void> {
  if (isWaiting) return // the waiting update uses the latest limit and streets
  isWaiting = true
  await navigator.locks.request(LOCK, async () => {
    isWaiting = false
    turn = new AbortController()
    try {
      await update(turn.signal)
    } catch {
      // The server is unreachable, the files are not accessible or the user chose another limit.
      change({ activity: 'waiting' })
    }
  })
}

const renewMaps = () => mapFilesRevision.set(mapFilesRevision.get() + 1)

const versionsOf = (wanted: readonly Download[]): ArchiveVersion[] => wanted.map(({ archive, tag }) => ({ archive, tag }))

async function update(signal: AbortSignal): Promise<void> {
  if (mapLimit() === 'none') {
    await deleteOthers([])
    renewMaps()
    await showFiles(null)
    return change({ activity: 'resting' })
  }
  await showFiles(null)
  if (streets === undefined) return
  change({ activity: 'storing' })
  const wanted = await wantedArchives(signal)
  await showFiles(wanted)
  signal.throwIfAborted()
  await Promise.race([loadCode(), rejectsOnAbort(signal)])
  await storeFonts(signal)
  for (const download of wanted) {
    const outcome = await fetchMissing(download, signal)
    await showFiles(wanted)
    if (outcome !== 'done') return change({ activity: outcome === 'noRoom' ? 'noRoom' : 'waiting' })
  }
  await deleteOthers(versionsOf(wanted))
  renewMaps()
  await showFiles(wanted)
  change({ activity: 'resting' })
}

const rejectsOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))) // a DOMException

/**
 * Returns the archives to store, with the version of the world from the server.
 * @throws Error if the server cannot be reached
 */
async function wantedArchives(signal: AbortSignal): Promise<Download[]> {
  const response = await fetch(WORLD_PATH, { method: 'HEAD', cache: 'no-store', priority: 'low', signal })
  const tag = tagOfEtag(response.headers.get('etag'))
  const bytes = Number(response.headers.get('content-length'))
  if (response.status !== 200 || tag === null || !(bytes > 0)) throw new Error('the reply to the map request is invalid')
  const world: Download = { archive: 'world', tag, bytes, url: WORLD_PATH }
  if (!streets || streets.bytes > maxStreetBytes(mapLimit())) return [world]
  return [world, { archive: 'streets', ...streets, url: streetsPath(streets.tag) }]
}

async function fetchMissing(wanted: Download, signal: AbortSignal): Promise<Outcome> {
  const files = await storedArchives()
  const stored = files.find(({ archive, tag }) => archive === wanted.archive && tag === wanted.tag)
  if (stored?.isComplete === true) return 'done'
  const free = await freeBytes()
  const missing = wanted.bytes - (stored?.bytes ?? 0) + RESERVE_BYTES
  if (free !== null && free < missing) {
    // Maps read the older version until the new one is complete, unless the device has no room for both.
    const older = files.filter(({ archive, tag }) => archive === wanted.archive && tag !== wanted.tag)
    if (free + older.reduce((sum, { bytes }) => sum + bytes, 0) < missing) return 'noRoom'
    await deleteOthers(files.filter((file) => !older.includes(file)))
    renewMaps()
  }
  signal.throwIfAborted()
  const outcome = await runWorker(wanted, signal)
  if (outcome === 'done') renewMaps()
  return outcome
}

/** Downloads an archive in a worker. Resolves after the worker has closed its files, which cannot be deleted before. */
function runWorker(wanted: Download, signal: AbortSignal): Promise<Outcome> {
  const worker = new DownloadWorker()
  const stop = () => worker.postMessage('stop' satisfies DownloadRequest)
  signal.addEventListener('abort', stop)
  return new Promise<Outcome>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<DownloadReport>) => {
      if (data.kind !== 'part') return resolve(data.kind)
      const part = { bytes: wanted.bytes, storedBytes: data.bytes, isStored: false }
      change(wanted.archive === 'world' ? { world: part } : { streets: part })
    })
    worker.addEventListener('error', () => resolve('interrupted'))
    worker.postMessage(wanted satisfies DownloadRequest)
  }).finally(() => {
    signal.removeEventListener('abort', stop)
    worker.terminate()
  })
}

/** Fetches the fonts of the map, which the service worker then stores. */
async function storeFonts(signal: AbortSignal): Promise<void> {
  for (const path of Object.values(FONT_PATHS)) await fetch(path, { priority: 'low', signal })
}

async function freeBytes(): Promise<number | null> {
  const { quota, usage } = await navigator.storage.estimate()
  return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage)
}

const partOf = (files: readonly StoredArchive[], { archive, tag }: ArchiveVersion, bytes: number): MapPart => {
  const file = files.find((each) => each.archive === archive && each.tag === tag)
  return { bytes, storedBytes: file?.bytes ?? 0, isStored: file?.isComplete === true }
}

/**
 * Updates the shown state from the stored files.
 * @param wanted the archives of the server; null: unknown, so that only stored archives are shown
 */
async function showFiles(wanted: readonly Download[] | null): Promise<void> {
  const files = await storedArchives()
  const world = wanted?.find(({ archive }) => archive === 'world') ?? files.find(({ archive }) => archive === 'world')
  change({
    world: world ? partOf(files, world, world.bytes) : null,
    streets: !streets ? null : partOf(files, { archive: 'streets', tag: streets.tag }, streets.bytes),
    freeBytes: await freeBytes(),
  })
}
