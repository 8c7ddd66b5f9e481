import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { NoSuchBytes, TooManyBytes, type ByteRange, type Storage } from './storage.ts'

const KEY = /^[0-9a-f]{32}$/
/** Where bytes are until they are complete. No key can name a file in it. */
const INCOMING = 'incoming'

/** Files below one folder of this machine, `ab/cd/abcd...`. Removes what an earlier crash left half written. */
export async function diskStorage(folder: string): Promise<Storage> {
  const incoming = path.join(folder, INCOMING)
  await rm(incoming, { recursive: true, force: true })
  await mkdir(incoming, { recursive: true })

  const placeOf = (key: string): string => {
    if (!KEY.test(key)) throw new NoSuchBytes('not a key of this storage')
    return path.join(folder, key.slice(0, 2), key.slice(2, 4), key)
  }

  return {
    async put(source, maxBytes) {
      const key = randomBytes(16).toString('hex')
      const unfinished = path.join(incoming, key)
      try {
        const size = await writeDurably(source, unfinished, maxBytes)
        await moveDurably(unfinished, placeOf(key), folder)
        return { key, size }
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
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
  }
}

/** Returns the bytes written. They are on the disk, not in its cache. */
async function writeDurably(source: Readable, place: string, maxBytes: number): Promise<number> {
  let size = 0
  async function* counted(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      size += chunk.byteLength
      if (size > maxBytes) throw new TooManyBytes(`more than ${maxBytes} bytes`)
      yield chunk
    }
  }
  const file = await open(place, 'wx', 0o600)
  await pipeline(source, counted, file.createWriteStream({ flush: true }))
  return size
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
