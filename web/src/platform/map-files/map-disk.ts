/**
 * The archives of the map in the private file system of the origin. A file is written in place, so that an interrupted
 * download continues. It counts as complete if its record contains its size.
 */

/** One version of an archive. */
export interface ArchiveVersion {
  readonly archive: 'world' | 'streets'
  /** The ETag without quotes. It is part of the names of the archive's files. */
  readonly tag: string
}

export interface StoredArchive extends ArchiveVersion {
  /** Number of stored bytes. */
  readonly bytes: number
  readonly isComplete: boolean
}

const FOLDER = 'map'
const DATA = '.pmtiles'
const RECORD = '.json'

/** Returns whether this page has a private file system whose files a worker can write in place. */
export const canStoreMap = (): boolean =>
  window.isSecureContext &&
  typeof navigator.storage?.getDirectory === 'function' &&
  'locks' in navigator &&
  typeof FileSystemFileHandle === 'function'

/** Returns the tag of an ETag; null if it cannot be part of a file name. */
export const tagOfEtag = (etag: string | null): string | null => /^(?:W\/)?"([\w-]{1,80})"$/.exec(etag ?? '')?.[1] ?? null

const baseOf = ({ archive, tag }: ArchiveVersion) => `${archive}.${tag}`

const folder = async (): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true })

/** Returns the file of an archive for writing. */
export const dataHandle = async (version: ArchiveVersion): Promise<FileSystemFileHandle> =>
  (await folder()).getFileHandle(baseOf(version) + DATA, { create: true })

/** Returns the record file, whose content is the size in bytes of the complete archive. */
export const recordHandle = async (version: ArchiveVersion): Promise<FileSystemFileHandle> =>
  (await folder()).getFileHandle(baseOf(version) + RECORD, { create: true })

async function filesByName(): Promise<Map<string, File>> {
  const files = new Map<string, File>()
  for await (const handle of (await folder()).values())
    // `as`: the kind decides the type
    if (handle.kind === 'file') files.set(handle.name, await (handle as FileSystemFileHandle).getFile())
  return files
}

/** Returns all stored archives, including incomplete ones. */
export async function storedArchives(): Promise<StoredArchive[]> {
  const files = await filesByName()
  const archives: StoredArchive[] = []
  for (const [name, file] of files) {
    const [, archive, tag = ''] = /^(world|streets)\.([\w-]+)\.pmtiles$/.exec(name) ?? []
    if (archive !== 'world' && archive !== 'streets') continue
    const record = await files.get(baseOf({ archive, tag }) + RECORD)?.text()
    archives.push({ archive, tag, bytes: file.size, isComplete: file.size > 0 && record === String(file.size) })
  }
  return archives
}

/** Opens a complete archive of this version, or of any version if `tag` is null. */
export async function openArchive(
  archive: ArchiveVersion['archive'],
  tag: string | null,
): Promise<{ tag: string; file: File } | null> {
  const found = (await storedArchives()).find(
    (each) => each.isComplete && each.archive === archive && (tag === null || each.tag === tag),
  )
  return found ? { tag: found.tag, file: await (await dataHandle(found)).getFile() } : null
}

/** Deletes all archives except these. The record is deleted first, so that no incomplete file counts as complete. */
export async function deleteOthers(kept: readonly ArchiveVersion[]): Promise<void> {
  const directory = await folder()
  const bases = new Set(kept.map(baseOf))
  const names = [...(await filesByName()).keys()].filter((name) => !bases.has(name.replace(/\.\w+$/, '')))
  for (const name of names.toSorted((a, b) => Number(b.endsWith(RECORD)) - Number(a.endsWith(RECORD))))
    await directory.removeEntry(name)
}
