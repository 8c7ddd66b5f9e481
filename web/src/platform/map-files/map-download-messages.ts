import type { ArchiveVersion } from './map-disk.ts'

/** An archive to store. */
export interface Download extends ArchiveVersion {
  readonly url: string
  readonly bytes: number
}

/** Asks the worker to store an archive, or to stop and close its files. */
export type DownloadRequest = Download | 'stop'

/**
 * `part`: the number of bytes stored so far. `changed`: the server has another version. `noRoom`: the storage quota is
 * exceeded. `interrupted`: the server did not answer, the file cannot be written or the page stopped the download; a
 * later attempt continues.
 */
export type DownloadReport =
  | { readonly kind: 'part'; readonly bytes: number }
  | { readonly kind: 'done' | 'changed' | 'noRoom' | 'interrupted' }
