import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DiskFull, BytesNotFound, TooManyBytes, type ByteRange, type Storage } from './storage.ts'

/** The random key of a file. */
export const KEY = /^[0-9a-f]{32}$/
const GIB = 1024 ** 3
/**
 * Returns the bytes of the disk that files must leave free: a twentieth, at least 1 GiB and at most 10 GiB. The
 * database is on the same disk, and an SOS must be stored even when files are rejected.
 */
export const reserveOf = (diskBytes: number): number => Math.min(Math.max(GIB, diskBytes / 20), 10 * GIB)
/** Number of written bytes after which the free space is checked again. */
const CHECK_EVERY_BYTES = 16 * 1024 ** 2
/** Directory of incomplete files. No key can name a file in it. */
const INCOMING = 'incoming'

/** Returns the path of a file below the directory of the storage. */
export const pathOfKey = (key: string): string => path.join(key.slice(0, 2), key.slice(2, 4), key)

/**
 * Milliseconds without a write after which no request can still be sending a file (app.ts limits requests to half an
 * hour).
 */
const ABANDONED_AFTER_MS = 1_800_000

/**
 * Stores files below one directory, as `ab/cd/abcd...`. Several processes may share it. It deletes incomplete files
 * that an earlier crash left.
 */
export async function diskStorage(folder: string, reserve = reserveOf): Promise<Storage> {
  const incoming = path.join(folder, INCOMING)
  await mkdir(incoming, { recursive: true })
  const deleteIncomplete = async (begunBefore: Date): Promise<void> => {
    for (const name of await readdir(incoming)) {
      const file = path.join(incoming, name)
      const found = await stat(file).catch(() => null) // complete meanwhile
      if (found !== null && found.mtime < begunBefore) await rm(file, { force: true })
    }
  }
  await deleteIncomplete(new Date(Date.now() - ABANDONED_AFTER_MS))

  const spareBytes = async (): Promise<number> => {
    const { bsize, blocks, bavail } = await statfs(folder)
    return bavail * bsize - Math.ceil(reserve(blocks * bsize))
  }
  const assertSpace = async (): Promise<void> => {
    if ((await spareBytes()) < 0) throw new DiskFull('the rest of the disk is reserved for the database')
  }
  const pathOf = (key: string): string => {
    if (!KEY.test(key)) throw new BytesNotFound('not a key of this storage')
    return path.join(folder, pathOfKey(key))
  }

  return {
    async put(source, maxBytes) {
      const key = randomBytes(16).toString('hex')
      const unfinished = path.join(incoming, key)
      try {
        await assertSpace()
        const { size, hash } = await writeDurably(source, unfinished, maxBytes, assertSpace)
        await moveDurably(unfinished, pathOf(key), folder)
        return { key, size, hash }
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error instanceof Error && 'code' in error && error.code === 'ENOSPC' ? new DiskFull(error.message) : error
      }
    },
    async get(key, range) {
      return await read(pathOf(key), range)
    },
    async size(key) {
      const { size } = await stat(pathOf(key)).catch(rethrowFileError)
      return size
    },
    spareBytes,
    async delete(key) {
      await rm(pathOf(key), { force: true })
    },
    async *storedBefore(moment) {
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !KEY.test(entry.name) || entry.parentPath === incoming) continue
        const found = await stat(pathOf(entry.name)).catch(() => null) // deleted meanwhile
        if (found !== null && found.mtime < moment) yield entry.name
      }
    },
    deleteIncomplete,
  }
}

/** Writes and flushes the bytes to the disk. Returns their number and hash. */
async function writeDurably(source: Readable, file: string, maxBytes: number, assertSpace: () => Promise<void>) {
  let size = 0
  let nextCheck = CHECK_EVERY_BYTES
  const hash = createHash('sha256')
  async function* counted(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      size += chunk.byteLength
      if (size > maxBytes) throw new TooManyBytes(`more than ${maxBytes} bytes`)
      if (size > nextCheck) {
        await assertSpace()
        nextCheck += CHECK_EVERY_BYTES
      }
      hash.update(chunk)
      yield chunk
    }
  }
  const handle = await open(file, 'wx', 0o600)
  await pipeline(source, counted, handle.createWriteStream({ flush: true }))
  return { size, hash: hash.digest('hex') }
}

async function moveDurably(from: string, to: string, root: string): Promise<void> {
  const directory = path.dirname(to)
  const isNew = (await mkdir(directory, { recursive: true, mode: 0o700 })) !== undefined
  await rename(from, to)
  await syncDirectory(directory)
  if (!isNew) return
  await syncDirectory(path.dirname(directory))
  await syncDirectory(root)
}

/** Flushes a directory: a new name survives a crash only after that. */
async function syncDirectory(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function read(file: string, range: ByteRange | undefined): Promise<Readable> {
  const handle = await open(file, 'r').catch(rethrowFileError)
  return handle.createReadStream(range && { start: range.first, end: range.last })
}

function rethrowFileError(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw new BytesNotFound('these bytes are gone')
  throw error
}
