import type { ArchiveVersion } from './map-disk.ts'

/** Asks the worker to store an archive. */
export interface Download extends ArchiveVersion {
  readonly url: string
  readonly bytes: number
}

/**
 * `part`: so many bytes are stored. `changed`: the server has another version. `noRoom`: the browser gives no more space.
 * `interrupted`: the server did not answer, or the file cannot be written; a later attempt continues.
 */
export type DownloadReport =
  | { readonly kind: 'part'; readonly bytes: number }
  | { readonly kind: 'done' | 'changed' | 'noRoom' | 'interrupted' }
