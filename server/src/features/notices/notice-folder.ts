import type { Dirent } from 'node:fs'
import { mkdir, readdir, readFile, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { XML_BYTES_MAX } from '#/ports/xml/read-xml.ts'

/** Files of one check. */
const FILES_AT_ONCE = 50

/** Returns the folder of a source, below the data folder. */
export const folderOf = (sourceId: string): string => `notices/${sourceId}`

interface WatchedFile {
  /** null: it is too large. */
  readonly bytes: Buffer | null
  /** Moves the file to the folder of those that were read, or of those that were refused. */
  readonly done: (isRead: boolean) => Promise<void>
}

/** Yields the XML files of the folder of a source, by name. Links are not followed. */
export async function* filesOf(dataDir: string, sourceId: string): AsyncGenerator<WatchedFile> {
  const folder = path.join(dataDir, folderOf(sourceId))
  for (const name of ['read', 'refused']) await mkdir(path.join(folder, name), { recursive: true })
  const isDocument = (entry: Dirent) => entry.isFile() && entry.name.toLowerCase().endsWith('.xml')
  const entries = (await readdir(folder, { withFileTypes: true })).filter(isDocument)
  for (const { name } of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)).slice(0, FILES_AT_ONCE)) {
    const file = path.join(folder, name)
    const { size } = await stat(file)
    yield {
      bytes: size > XML_BYTES_MAX ? null : await readFile(file),
      done: (isRead) => rename(file, path.join(folder, isRead ? 'read' : 'refused', name)),
    }
  }
}
