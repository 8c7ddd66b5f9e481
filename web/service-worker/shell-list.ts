/** The files that the application needs to start without the server. The build replaces `SHELL` with it. */
export interface ShellList {
  /** Hash of the list. It is part of the cache's name. */
  readonly version: string
  /** URL paths of files whose names contain the hash of their content. */
  readonly hashed: readonly string[]
  /**
   * URL paths of the other files of the build, and those of them that each one imports. They are stored at their first
   * use.
   */
  readonly later: Readonly<Record<string, readonly string[]>>
  /** URL path and hash (Subresource Integrity) of each other file. */
  readonly fixed: Readonly<Record<string, string>>
}
