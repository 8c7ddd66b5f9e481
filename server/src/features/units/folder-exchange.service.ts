import type {
  UnitFolderForm,
  UnitFolderProblem,
  UnitFolderSettings,
  UnitFolderState,
} from '@noroshi/contract/units/unit-folder.http'
import { mountedDisks } from '#/backup/target/mounted-disks.ts'
import type { Job } from '#/db/jobs.ts'
import type { Db } from '#/db/pool.ts'
import { lockSetting, readSetting, writeSetting } from '#/features/accounts/server/stored-settings.service.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import type { limitConcurrency } from '#/http/limit-concurrency.ts'
import { FILE_BYTES_MAX, takeBundle, trustedUnits, writeBundleFor } from './exchange.service.ts'
import { laneRows } from './lanes.sql.ts'
import { withFolderLock } from './folder-exchange.sql.ts'
import { openMember } from './roster.service.ts'
import { isSharing } from './roster.sql.ts'
import { writeSegments } from './sequencer.ts'
import type { SyncContext } from './sync-context.service.ts'
import { FolderFailed, type UnitFolder, UnitFolders } from './unit-folder.ts'
import type { FolderFile } from './unit-folder.process.ts'

const SETTING = 'unitFolder'
/** The setting with the results of the last runs. */
const RESULTS = 'unitFolderResults'
/** Milliseconds between two looks into the folder. */
const EVERY_MS = 60_000
/** Max files that are written in a run, files for this unit that are read, and refused ones that the screen names. */
const WRITTEN_MAX = 20
const FILES_MAX = 1000
const REFUSED_NAMED_MAX = 5
/** Max bytes of a file that is read: packed segments, with a record that is longer than the limit. */
const READ_BYTES_MAX = 2 * FILE_BYTES_MAX

/** The name of a file: the units that wrote it and that can read it. Other files may be for any unit. */
const NAME = /^noroshi-([0-9a-f-]{36})-([0-9a-f-]{36})\.age$/
const nameOf = (from: string, to: string): string => `noroshi-${from}-${to}.age`

/** Whether a file is named for this unit, for others, or may be for any. */
function addressOf(name: string, selfId: string): 'named' | 'any' | 'others' {
  const [, from, to] = NAME.exec(name) ?? []
  if (to === undefined) return 'any'
  return to === selfId && from !== selfId ? 'named' : 'others'
}

type InTurn = ReturnType<typeof limitConcurrency>

/** Problems that one file may have. The others are of the folder. */
const OF_FILE: ReadonlySet<UnitFolderProblem> = new Set(['folderNotAllowed', 'folderUnexpected'])

type Results = Pick<UnitFolderState, 'readAt' | 'writtenAt' | 'problem' | 'detail' | 'refused' | 'unread'>

const OFF: UnitFolderSettings = { target: 'off', folder: '', disk: '' }
const NONE: Results = { readAt: null, writtenAt: null, problem: null, detail: null, refused: [], unread: 0 }

const readSettings = async (db: Db) => (await readSetting<UnitFolderSettings>(db, SETTING)) ?? OFF
const readResults = async (db: Db): Promise<Results> => ({ ...NONE, ...(await readSetting<Results>(db, RESULTS)) })

/** Returns the folder in which files are exchanged, and the last results. */
export async function readFolder(db: Db): Promise<UnitFolderState> {
  const [settings, results, disks] = [await readSettings(db), await readResults(db), await mountedDisks()]
  return { settings, ...results, disks: disks.map(({ label }) => label) }
}

/** A file that was read: its size and time, and whether it was refused. */
interface ReadFile {
  readonly version: string
  readonly isRefused: boolean
}
/** A file that was written: its bytes, and what its content depends on. */
interface WrittenFile {
  readonly bytes: number
  readonly content: string
}

/**
 * Exchanges files with other units in a folder of the server, such as on a stick or on a disk that several servers reach. The
 * server mounts nothing.
 */
export class FolderExchange {
  readonly #context: SyncContext
  readonly #inTurn: InTurn
  readonly #folders: UnitFolders
  // The files that this process has read and written. After a start, it reads and writes them once more, which changes nothing.
  #read = new Map<string, ReadFile>()
  readonly #written = new Map<string, WrittenFile>()
  #running: Promise<void> | null = null

  /** @param inTurn limits how many bundles are in memory */
  constructor(context: SyncContext, inTurn: InTurn) {
    this.#context = context
    this.#inTurn = inTurn
    this.#folders = new UnitFolders(context.deps)
  }

  get job(): Job {
    return { name: 'units.folder', every: EVERY_MS, run: () => this.run() }
  }

  close(): void {
    this.#folders.close()
  }

  /** Chooses the folder, which must be writable, and begins to use it. @throws units.noGroup (409); the problem of the folder (409) */
  async change(auditActor: AuditActor, form: UnitFolderForm): Promise<void> {
    const { deps } = this.#context
    const { unit_id } = await openMember(deps.db)
    const { target } = form
    const settings = { target, folder: target === 'folder' ? form.folder : '', disk: target === 'disk' ? form.disk : '' }
    if (target !== 'off') await this.#check(settings)
    await deps.transaction(async (tx) => {
      await lockSetting(tx, SETTING)
      await writeSetting(tx, SETTING, settings)
      await writeSetting(tx, RESULTS, NONE)
      const change = { action: 'unit.folderChanged', targetKind: 'unit', targetId: unit_id, details: settings }
      await recordAudit(tx, { ...auditActor, ...change })
    })
    this.#read.clear()
    this.#written.clear()
    deps.runInBackground(async () => {
      await this.#running // it may use the folder of before
      await this.run()
    })
  }

  async #check(settings: UnitFolderSettings): Promise<void> {
    try {
      await this.#folders.use(settings, (folder) => folder.ask({ do: 'check' }))
    } catch (error) {
      if (!(error instanceof FolderFailed) || error.problem === 'serverFull') throw error
      throw new AppError(`units.${error.problem}`, { detail: error.detail ?? '' })
    }
  }

  /** Reads the new files of other units, and writes what those lack. */
  run(): Promise<void> {
    const { db } = this.#context.deps
    this.#running ??= withFolderLock(db, () => this.#exchange()).finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async #exchange(): Promise<void> {
    const { db } = this.#context.deps
    const settings = await readSettings(db)
    if (settings.target === 'off' || !(await isSharing(db))) return
    const before = await readResults(db)
    const results = { ...before, problem: null, detail: null, ...(await this.#exchangeIn(settings)) }
    // Another folder may have been chosen meanwhile.
    if (JSON.stringify(results) !== JSON.stringify(before) && JSON.stringify(settings) === JSON.stringify(await readSettings(db)))
      await writeSetting(db, RESULTS, results)
  }

  async #exchangeIn(settings: UnitFolderSettings): Promise<Partial<Results>> {
    const results: { -readonly [Key in keyof Results]?: Results[Key] } = {}
    try {
      await this.#folders.use(settings, async (folder) => {
        const { unit_id: selfId } = await openMember(this.#context.deps.db)
        const files = await folder.list()
        Object.assign(results, await this.#readFiles(folder, files, selfId))
        Object.assign(results, await this.#writeFiles(folder, files, selfId))
      })
    } catch (error) {
      if (!(error instanceof FolderFailed)) throw error
      results.problem = error.problem
      results.detail = error.detail
    }
    return results
  }

  async #readFiles(folder: UnitFolder, files: readonly FolderFile[], selfId: string): Promise<Partial<Results>> {
    const { deps } = this.#context
    if (deps.disk.level !== 'ok') return { problem: 'serverFull' }
    // Each pair of units has two files: with many units, most are for others.
    const { named = [], any = [] } = Object.groupBy(files, ({ name }) => addressOf(name, selfId))
    const forThis = [...named, ...any]
    const known = new Map<string, ReadFile>()
    let readAt: string | null = null
    for (const file of forThis.slice(0, FILES_MAX)) {
      const [version, before] = [`${file.bytes} ${file.mtimeMs}`, this.#read.get(file.name)]
      if (before?.version === version) {
        known.set(file.name, before)
        continue
      }
      const bytes = await folder.read(file.name, READ_BYTES_MAX)
      if (bytes === null) continue
      const isUnreadable = bytes === 'unreadable'
      const isRefused = isUnreadable || !(await this.#take(bytes))
      known.set(file.name, { version: isUnreadable ? '' : version, isRefused }) // its rights change without a new version
      if (!isRefused) readAt = deps.now().toISOString()
    }
    this.#read = known
    const refused = [...known].flatMap(([name, { isRefused }]) => (isRefused ? [name] : [])).toSorted()
    const unread = Math.max(0, forThis.length - FILES_MAX)
    return { refused: refused.slice(0, REFUSED_NAMED_MAX), unread, ...(readAt !== null && { readAt }) }
  }

  /** Applies what a file has. @returns false if it is damaged or not for this unit */
  async #take(bytes: Uint8Array): Promise<boolean> {
    try {
      await this.#inTurn(() => takeBundle(this.#context, bytes, 'bundle'))
      return true
    } catch (error) {
      if (error instanceof AppError && error.code === 'units.bundleRefused') return false
      throw error
    }
  }

  /** Writes a file for each unit whose content is not there yet. One that fails does not delay the others. */
  async #writeFiles(folder: UnitFolder, files: readonly FolderFile[], selfId: string): Promise<Partial<Results>> {
    const { deps } = this.#context
    await writeSegments(this.#context)
    const sizes = new Map(files.map(({ name, bytes }) => [name, bytes]))
    const heads = JSON.stringify((await laneRows(deps.db)).map(({ lane, applied }) => `${lane} ${applied}`).toSorted())
    const order = [...this.#written.keys()]
    const units = (await trustedUnits(this.#context))
      .map((unit) => ({ unit, name: nameOf(selfId, unit.unit_id) }))
      .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name)) // the longest unwritten first
    let tries = 0
    let isWritten = false
    let failed: Partial<Results> = {}
    for (const { unit, name } of units) {
      const content = `${heads} ${JSON.stringify(unit.known)}`
      const before = this.#written.get(name)
      if (before?.content === content && sizes.get(name) === before.bytes) continue
      if (tries >= WRITTEN_MAX) break
      tries += 1
      const { bytes } = await this.#inTurn(() => writeBundleFor(this.#context, [unit], FILE_BYTES_MAX))
      const problem = await this.#writeFile(folder, name, bytes)
      isWritten ||= problem === null
      failed = problem ?? failed
      this.#written.delete(name)
      this.#written.set(name, { bytes: bytes.length, content: problem === null ? content : '' }) // a failed one is the last of the next run
    }
    if (!isWritten) return failed
    await folder.ask({ do: 'sync' })
    return { ...failed, writtenAt: deps.now().toISOString() }
  }

  /** Writes a file. @returns the problem of this file alone, such as one of another user by its name; null: it is written */
  async #writeFile(folder: UnitFolder, name: string, bytes: Uint8Array): Promise<Pick<Results, 'problem' | 'detail'> | null> {
    try {
      await folder.write(name, bytes)
      return null
    } catch (error) {
      if (!(error instanceof FolderFailed) || !OF_FILE.has(error.problem)) throw error
      return { problem: error.problem, detail: error.detail }
    }
  }
}
