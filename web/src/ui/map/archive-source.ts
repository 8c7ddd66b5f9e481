import { EtagMismatch, FetchSource, type RangeResponse, type Source } from 'pmtiles'
import { type ArchiveVersion, canStoreMap, openArchive } from '../../platform/map-files/map-disk.ts'
import { mapFilesRevision } from '../../platform/map-files/map-revision.ts'

type OpenFile = Awaited<ReturnType<typeof openArchive>>

/**
 * Reads an archive of the map from the file on this device, or by ranges from the server if there is none. Without the
 * server it reads another stored version.
 */
export class ArchiveSource implements Source {
  readonly #archive: ArchiveVersion['archive']
  readonly #tag: string | null
  readonly #server: FetchSource
  #opened: { readonly revision: number; readonly file: Promise<OpenFile> } | null = null

  /** @param tag the version to read; null: the stored version if there is one, otherwise the server's version */
  constructor(archive: ArchiveVersion['archive'], tag: string | null, url: string) {
    this.#archive = archive
    this.#tag = tag
    this.#server = new FetchSource(url)
  }

  getKey(): string {
    return this.#server.getKey()
  }

  async getBytes(offset: number, length: number, signal?: AbortSignal, etag?: string): Promise<RangeResponse> {
    const stored = await this.#open()
    if (stored === null) return this.#readServer(offset, length, signal, etag)
    try {
      return await readFile(stored, offset, length, etag)
    } catch (error) {
      if (error instanceof EtagMismatch) throw error
      this.#opened = null // another tab has deleted it
      return this.#readServer(offset, length, signal, etag)
    }
  }

  async #readServer(offset: number, length: number, signal?: AbortSignal, etag?: string): Promise<RangeResponse> {
    try {
      return await this.#server.getBytes(offset, length, signal, etag)
    } catch (error) {
      if (error instanceof EtagMismatch || signal?.aborted === true || this.#tag === null || !canStoreMap()) throw error
      const older = await openArchive(this.#archive, null).catch(() => null)
      if (older === null) throw error
      return readFile(older, offset, length, etag)
    }
  }

  #open(): Promise<OpenFile> {
    const revision = mapFilesRevision.get()
    if (this.#opened?.revision !== revision) {
      const file = canStoreMap() ? openArchive(this.#archive, this.#tag).catch(() => null) : Promise.resolve(null)
      this.#opened = { revision, file }
    }
    return this.#opened.file
  }
}

/** @throws EtagMismatch if the directories in memory belong to another version */
async function readFile(
  { tag, file }: NonNullable<OpenFile>,
  offset: number,
  length: number,
  etag: string | undefined,
): Promise<RangeResponse> {
  const storedEtag = `"${tag}"`
  if (etag !== undefined && etag !== storedEtag) throw new EtagMismatch(etag)
  return { data: await file.slice(offset, offset + length).arrayBuffer(), etag: storedEtag }
}
