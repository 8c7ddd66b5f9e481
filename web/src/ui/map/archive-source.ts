import { EtagMismatch, FetchSource, type RangeResponse, type Source } from 'pmtiles'
import { type ArchiveVersion, canStoreMap, openArchive } from '../../platform/map-files/map-disk.ts'
import { mapFilesRevision } from '../../platform/map-files/map-revision.ts'

type OpenFile = Awaited<ReturnType<typeof openArchive>>

/** Reads an archive of the map from the file on this device, or by ranges from the server if there is none. */
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
    if (stored === null) return this.#server.getBytes(offset, length, signal, etag)
    const storedEtag = `"${stored.tag}"`
    // The directories in memory belong to another version.
    if (etag !== undefined && etag !== storedEtag) throw new EtagMismatch(etag)
    try {
      return { data: await stored.file.slice(offset, offset + length).arrayBuffer(), etag: storedEtag }
    } catch {
      this.#opened = null // another tab has deleted it
      return this.#server.getBytes(offset, length, signal, etag)
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
