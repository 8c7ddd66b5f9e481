/** A file or a link of the repository. */
export interface Entry {
  readonly name: string
  readonly isSymlink: boolean
  readonly bytes: number
}

export function runtimePackages(root: string): string[]
export function entriesOf(root: string, name: string): Entry[]
