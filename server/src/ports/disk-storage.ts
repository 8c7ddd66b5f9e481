import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { NoRoom, NoSuchBytes, TooManyBytes, type ByteRange, type Storage } from './storage.ts'

const KEY = /^[0-9a-f]{32}$/
const GIB = 1024 ** 3
/**
 * Room on the disk that files leave free: the database lies there too, and an SOS must be written when nothing else can be.
 * A twentieth of the disk, at least 1 GiB and at most 10 GiB.
 */
export const reserveOf = (diskBytes: number): number => Math.min(Math.max(GIB, diskBytes / 20), 10 * GIB)
/** Bytes of one file after which the room is looked at again. */
const LOOK_EVERY = 16 * 1024 ** 2
/** Where bytes are until they are complete. No key can name a file in it. */
const INCOMING = 'incoming'

/** Files below one folder of this machine, `ab/cd/abcd...`. Removes what an earlier crash left half written. */
export async function diskStorage(folder: string, reserve = reserveOf): Promise<Storage> {
  const incoming = path.join(folder, INCOMING)
  await rm(incoming, { recursive: true, force: true })
  await mkdir(incoming, { recursive: true })

  const haveRoom = async (): Promise<void> => {
    const { bsize, blocks, bavail } = await statfs(folder)
    if (bavail * bsize < reserve(blocks * bsize)) throw new NoRoom('the rest of the disk is kept for the database')
  }
  const placeOf = (key: string): string => {
    if (!KEY.test(key)) throw new NoSuchBytes('not a key of this storage')
    return path.join(folder, key.slice(0, 2), key.slice(2, 4), key)
  }

  return {
    async put(source, maxBytes) {
      const key = randomBytes(16).toString('hex')
      const unfinished = path.join(incoming, key)
      try {
        await haveRoom()
        const { size, hash } = await writeDurably(source, unfinished, maxBytes, haveRoom)
        await moveDurably(unfinished, placeOf(key), folder)
        return { key, size, hash }
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error instanceof Error && 'code' in error && error.code === 'ENOSPC' ? new NoRoom(error.message) : error
      }
    },
    async get(key, range) {
      return await read(placeOf(key), range)
    },
    async size(key) {
      const { size } = await stat(placeOf(key)).catch(goneOrWorse)
      return size
    },
    async delete(key) {
      await rm(placeOf(key), { force: true })
    },
    async *keptBefore(moment) {
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !KEY.test(entry.name) || entry.parentPath === incoming) continue
        const kept = await stat(placeOf(entry.name)).catch(() => null) // deleted meanwhile
        if (kept !== null && kept.mtime < moment) yield entry.name
      }
    },
  }
}

/** Returns how many bytes were written, and their hash. They are on the disk, not in its cache. */
async function writeDurably(source: Readable, place: string, maxBytes: number, haveRoom: () => Promise<void>) {
  let size = 0
  let nextLook = LOOK_EVERY
  const hash = createHash('sha256')
  async function* counted(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      size += chunk.byteLength
      if (size > maxBytes) throw new TooManyBytes(`more than ${maxBytes} bytes`)
      if (size > nextLook) {
        await haveRoom()
        nextLook += LOOK_EVERY
      }
      hash.update(chunk)
      yield chunk
    }
  }
  const file = await open(place, 'wx', 0o600)
  await pipeline(source, counted, file.createWriteStream({ flush: true }))
  return { size, hash: hash.digest('hex') }
}

async function moveDurably(from: string, to: string, root: string): Promise<void> {
  const holder = path.dirname(to)
  const isNew = (await mkdir(holder, { recursive: true, mode: 0o700 })) !== undefined
  await rename(from, to)
  await flushFolder(holder)
  if (!isNew) return
  await flushFolder(path.dirname(holder))
  await flushFolder(root)
}

/** A new name survives a crash only once its folder is on the disk. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function read(place: string, range: ByteRange | undefined): Promise<Readable> {
  const file = await open(place, 'r').catch(goneOrWorse)
  return file.createReadStream(range && { start: range.first, end: range.last })
}

function goneOrWorse(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw new NoSuchBytes('these bytes are gone')
  throw error
}
