import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'

/** Free and total bytes of a disk. */
export interface Space {
  readonly free: number
  readonly total: number
}

/** Returns the space of the disk of a folder. */
export async function diskSpace(folder: string): Promise<Space> {
  const { bsize, blocks, bavail } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

/** The computer that the server runs on. Tests replace it. */
export interface System {
  /** Its host name. */
  readonly machine: string
  /** Returns the space of the disk of a folder. */
  diskSpace(folder: string): Promise<Space>
}

export const linuxSystem = (): System => ({ machine: hostname(), diskSpace })
