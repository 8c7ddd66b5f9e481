import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import path from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CommandError } from '#/command-error.ts'
import { damaged, type Manifest, readManifest } from './manifest.ts'

/** A backup whose files all have the hash of its list. */
export class StoredBackup {
  readonly manifest: Manifest
  readonly #folder: string
  readonly #checksums: ReadonlyMap<string, string>

  private constructor(folder: string, manifest: Manifest, checksums: ReadonlyMap<string, string>) {
    this.#folder = folder
    this.manifest = manifest
    this.#checksums = checksums
  }

  /** Reads every file of a backup. @throws CommandError that names the damaged file */
  static async open(folder: string, signal: AbortSignal): Promise<StoredBackup> {
    const { manifest, checksums } = await readManifest(folder)
    const backup = new StoredBackup(folder, manifest, checksums)
    for (const file of checksums.keys())
      await pipeline(backup.read(file), new Writable({ write: (_chunk, _encoding, done) => done() }), { signal })
    return backup
  }

  /** Returns the paths of the files in a folder of the backup. */
  filesIn(folder: 'files' | 'tls'): string[] {
    return [...this.#checksums.keys()].filter((file) => file.startsWith(`${folder}/`))
  }

  /** Returns the bytes of a file. @throws CommandError when it cannot be read or, at its end, when it does not have its hash */
  async *read(file: string): AsyncGenerator<Buffer, void> {
    const hash = createHash('sha256')
    try {
      for await (const chunk of createReadStream(path.join(this.#folder, file)) as AsyncIterable<Buffer>) {
        hash.update(chunk)
        yield chunk
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EACCES') throw error
      throw new CommandError(damaged(file), { cause: error })
    }
    if (hash.digest('hex') !== this.#checksums.get(file)) throw new CommandError(damaged(file))
  }
}
