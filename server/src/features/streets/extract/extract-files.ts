import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Deps } from '#/deps.ts'
import { reserveOf } from '#/ports/disk-storage.ts'
import { DiskFull } from '#/ports/storage.ts'

/** The tiles of incomplete downloads: one file for each, named by its id. */
export class ExtractFiles {
  readonly #deps: Pick<Deps, 'config' | 'storage' | 'system'>
  readonly #folder: string

  constructor(deps: Pick<Deps, 'config' | 'storage' | 'system'>) {
    this.#deps = deps
    this.#folder = path.join(deps.config.dataDir, 'streets')
  }

  /** Returns the path of a file, and creates its folder. */
  async prepare(id: string): Promise<string> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    return this.#pathOf(id)
  }

  /** Returns the bytes of a file; 0 without one. */
  async sizeOf(id: string): Promise<number> {
    return (await stat(this.#pathOf(id)).catch(() => null))?.size ?? 0
  }

  /** Yields an archive: its head, and the tiles of a file. */
  async *read(id: string, head: Buffer, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    yield head
    yield* createReadStream(this.#pathOf(id), { signal, highWaterMark: 256 * 1024 }) as AsyncIterable<Uint8Array>
  }

  async delete(id: string): Promise<void> {
    await rm(this.#pathOf(id), { force: true })
  }

  /** Deletes the files of all downloads but one that nothing was written to for some milliseconds. */
  async deleteOthers(id: string | undefined, unusedMs: number): Promise<void> {
    const names = await readdir(this.#folder).catch(() => [])
    for (const file of names.filter((name) => name !== id).map((name) => this.#pathOf(name))) {
      const found = await stat(file).catch(() => null) // deleted meanwhile
      if (found !== null && Date.now() - found.mtimeMs >= unusedMs) await rm(file, { force: true })
    }
  }

  /**
   * Checks that the disk has room for the rest of a download, and for the copy of the archive among the uploaded files.
   * @throws DiskFull
   */
  async assertSpace(missing: number, archive: number): Promise<void> {
    const { config, storage, system } = this.#deps
    const { free, total } = await system.diskSpace(config.dataDir)
    const spareOfFiles = await storage.spareBytes()
    const sharesDisk =
      Number.isFinite(spareOfFiles) && (await deviceOf(`${config.dataDir}/files`)) === (await deviceOf(config.dataDir))
    const needed = missing + (sharesDisk ? archive : 0)
    if (needed > free - reserveOf(total) || archive > spareOfFiles) throw new DiskFull('too little space for the streets')
  }

  #pathOf(id: string): string {
    return path.join(this.#folder, id)
  }
}

const deviceOf = async (folder: string): Promise<number> => (await stat(folder)).dev
