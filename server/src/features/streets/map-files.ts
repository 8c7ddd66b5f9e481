import { mkdir, open, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '#/config.ts'
import { AppError } from '#/http/errors.ts'
import type { ReadBytes } from './pmtiles-archive.ts'

interface MapFile {
  readonly name: string
  readonly bytes: number
}

/** A file that the operator copied to the server. */
export interface OpenMapFile {
  /** Size in bytes. */
  readonly size: number
  readonly read: ReadBytes
  stream(signal: AbortSignal): Readable
  close(): Promise<void>
}

const EXTENSION = '.pmtiles'

/** The directory for files that are too large for an upload. */
export const directoryOfMaps = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, 'maps')

/**
 * Returns the PMTiles files of the directory, ordered by name. It creates the directory, so that the operator finds it.
 */
export async function listMapFiles(config: Pick<Config, 'dataDir'>): Promise<MapFile[]> {
  const directory = directoryOfMaps(config)
  await mkdir(directory, { recursive: true })
  const names = (await readdir(directory)).filter((name) => name.endsWith(EXTENSION)).toSorted()
  const found = await Promise.all(
    names.map(async (name) => ({ name, facts: await stat(path.join(directory, name)).catch(() => null) })),
  )
  return found.flatMap(({ name, facts }) => (facts?.isFile() === true ? [{ name, bytes: facts.size }] : []))
}

/**
 * Opens a file of the directory, which the caller closes.
 * @throws AppError streets.fileNotFound for a name that is not listed
 */
export async function openMapFile(config: Pick<Config, 'dataDir'>, name: string): Promise<OpenMapFile> {
  const listed = (await listMapFiles(config)).find((file) => file.name === name)
  if (listed === undefined) throw new AppError('streets.fileNotFound')
  const handle = await open(path.join(directoryOfMaps(config), listed.name)).catch(() => {
    throw new AppError('streets.fileNotFound')
  })
  return {
    size: (await handle.stat()).size,
    async read(offset, length) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset)
      return buffer.subarray(0, bytesRead)
    },
    stream: (signal) => handle.createReadStream({ start: 0, autoClose: false, signal }),
    close: () => handle.close(),
  }
}
