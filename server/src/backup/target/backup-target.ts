import path from 'node:path'
import { z } from 'zod'
import { CommandError } from '#/command-error.ts'
import { BackupWriter, type FilePool, type PooledFile } from '../backup-writer.ts'
import { ENCRYPTED, poolOf } from '../encryption.ts'
import type { BackupKey } from './backup-settings.ts'
import { CHECKSUMS, MANIFEST, parseChecksums } from '../manifest.ts'
import { BACKUP_NAME, type BackupStore, readText, writeText } from './backup-store.ts'

/** The file with the id of the server that owns the target. Without it, the disk of the target is not mounted. */
const OWNER = 'noroshi-owner'
const FILES = 'files'
/** The file beside a backup with the result of its last rehearsal. */
const REHEARSAL = 'rehearsal.json'

export class TargetOfOther extends CommandError {
  constructor(title: string) {
    super(`${title} has the backups of another server. If that server never runs again, delete ${OWNER} in it.`)
  }
}
export class TargetUnclaimed extends CommandError {
  constructor(title: string) {
    super(`${title} has no ${OWNER}: its disk is not mounted, or another disk is.`)
  }
}

/** The result of a rehearsal. */
export const RehearsalResult = z.object({
  outcome: z.enum(['rehearsed', 'verified', 'damaged']),
  /** Why it was only verified. */
  problem: z.enum(['noRoom', 'noRight', 'noKey', 'laterVersion']).nullable(),
  /** The damaged files, as the list of checksums has them. */
  damaged: z.array(z.string()),
})
export type RehearsalResult = z.infer<typeof RehearsalResult>

interface NamedWriter {
  readonly name: string
  readonly writer: BackupWriter
}

/**
 * Contains the backups of one server: a folder for each, and one pool of the uploaded files. A file in the pool is never
 * changed. Only one process writes at a time (`withBackupLock`).
 */
export class BackupTarget {
  readonly store: BackupStore
  /** The id of the server. */
  readonly #owner: string
  readonly #signal: AbortSignal

  constructor(store: BackupStore, owner: string, signal: AbortSignal) {
    this.store = store
    this.#owner = owner
    this.#signal = signal
  }

  /** Claims a target that no server has, which also shows that it can be written. @throws TargetOfOther */
  async claim(): Promise<void> {
    const owner = await this.#readOwner()
    if (owner !== null && owner !== this.#owner) throw new TargetOfOther(this.store.title)
    await writeText(this.store, OWNER, `${this.#owner}\n`, this.#signal)
  }

  /** @throws TargetOfOther, TargetUnclaimed */
  async assertOwned(): Promise<void> {
    const owner = await this.#readOwner()
    if (owner === null) throw new TargetUnclaimed(this.store.title)
    if (owner !== this.#owner) throw new TargetOfOther(this.store.title)
  }

  /** Returns the names of the complete backups, the oldest first. */
  async complete(): Promise<string[]> {
    const names = (await this.store.backups()).toSorted((a, b) => numberOf(a) - numberOf(b))
    const isComplete = await Promise.all(names.map((name) => this.#isComplete(name)))
    return names.filter((_, index) => isComplete[index])
  }

  /** Begins a backup, which the signal aborts. Deletes what a killed process left of an earlier one. */
  async begin(key: BackupKey | null, now: Date, signal: AbortSignal): Promise<NamedWriter> {
    await this.assertOwned()
    await this.store.deleteUnfinished()
    const complete = await this.complete()
    for (const name of await this.store.backups()) if (!complete.includes(name)) await this.store.removeFolder(name)
    const newest = complete.at(-1)
    const number = String(newest === undefined ? 1 : numberOf(newest) + 1).padStart(4, '0')
    const name = `noroshi-${number}-${now.toISOString().slice(0, 10)}`
    const discard = async (newFiles: readonly string[]) => {
      await this.store.removeFolder(name)
      for (const file of newFiles) if (file.startsWith(`${FILES}/`)) await this.store.remove(file)
    }
    const pool = await this.#pool(newest, poolOf(key?.recipient ?? null))
    return { name, writer: new BackupWriter(this.store, { folder: name, key, pool, signal, discard }) }
  }

  /** Deletes the oldest backups beyond a number, and the uploaded files that no remaining one names. */
  async prune(keep: number): Promise<void> {
    const complete = await this.complete()
    const old = complete.slice(0, -keep)
    for (const name of old) {
      // Without a manifest it is no backup any more, however far the deletion gets.
      for (const file of [MANIFEST, `${MANIFEST}${ENCRYPTED}`]) await this.store.remove(`${name}/${file}`)
      await this.store.removeFolder(name)
    }
    const named = new Set<string>()
    for (const name of complete.slice(-keep)) {
      const files = await this.#checksumsOf(name)
      if (files === null) return // a damaged list: its files are not known
      for (const file of files.keys()) if (file.startsWith('../')) named.add(file.slice('../'.length))
    }
    // Another backup or program may have files of its own there.
    for (const { name } of await this.store.list(FILES)) if (POOLED.test(name) && !named.has(name)) await this.store.remove(name)
  }

  /** Writes the result of a rehearsal beside the backup. The next backup copies damaged files of the pool again. */
  recordRehearsal(name: string, result: RehearsalResult): Promise<void> {
    return recordRehearsal({ store: this.store, folder: name }, result, this.#signal)
  }

  /** Finds the files of the newest backup that are in the pool and undamaged. */
  async #pool(newest: string | undefined, folder: string): Promise<FilePool> {
    const known = new Map<string, PooledFile>()
    const below = `${FILES}/${folder}`
    const stored = new Map((await this.store.list(below)).map(({ name, bytes }) => [name, bytes]))
    const listed = newest === undefined ? null : await this.#checksumsOf(newest)
    const damaged = new Set(newest === undefined ? [] : await this.#damagedIn(newest))
    for (const [file, hash] of listed ?? []) {
      const name = file.slice('../'.length)
      const bytes = file.startsWith(`../${below}/`) ? stored.get(name) : undefined
      if (bytes !== undefined && !damaged.has(file)) known.set(path.posix.basename(file).slice(0, 32), { file, hash, bytes })
    }
    const generations = new Map<string, number>()
    for (const name of stored.keys()) {
      const [, key = '', generation = '0'] = GENERATION.exec(name) ?? []
      generations.set(key, Math.max(generations.get(key) ?? 0, Number(generation) + 1))
    }
    return {
      known,
      pathOf(key) {
        const generation = generations.get(key) ?? 0
        return `../${below}/${key.slice(0, 2)}/${key.slice(2, 4)}/${key}${generation === 0 ? '' : `.${generation}`}`
      },
    }
  }

  async #checksumsOf(name: string): Promise<Map<string, string> | null> {
    const text = await readText(this.store, `${name}/${CHECKSUMS}`)
    try {
      return text === null ? null : parseChecksums(text)
    } catch {
      return null
    }
  }

  async #damagedIn(name: string): Promise<string[]> {
    const text = await readText(this.store, `${name}/${REHEARSAL}`)
    try {
      return RehearsalResult.parse(JSON.parse(text ?? '')).damaged
    } catch {
      return []
    }
  }

  async #isComplete(name: string): Promise<boolean> {
    for (const file of [MANIFEST, `${MANIFEST}${ENCRYPTED}`])
      if ((await readText(this.store, `${name}/${file}`)) !== null) return true
    return false
  }

  async #readOwner(): Promise<string | null> {
    return (await readText(this.store, OWNER))?.trim() ?? null
  }
}

/** The path of a file in a pool (`poolOf`). */
const POOLED = /^files\/(?:plain|[0-9a-f]{16})\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32}(?:\.\d+)?(?:\.age)?$/
/** A file of the pool: its key, and a number if the pool has a damaged one of that key. */
const GENERATION = /\/([0-9a-f]{32})(?:\.(\d+))?(?:\.age)?$/

const numberOf = (name: string): number => Number(BACKUP_NAME.exec(name)?.[1] ?? 0)

/** Writes the result of a rehearsal into the folder of the backup. */
export const recordRehearsal = (
  { store, folder }: { readonly store: BackupStore; readonly folder: string },
  result: RehearsalResult,
  signal: AbortSignal,
): Promise<void> => writeText(store, path.posix.join(folder, REHEARSAL), `${JSON.stringify(result)}\n`, signal)
