import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { UnitFolderProblem, UnitFolderSettings } from '@noroshi/contract/units/unit-folder.http'
import type { Deps } from '#/deps.ts'
import type { FolderBytes, FolderFile, FolderReply, FolderRequest, FolderValue } from './unit-folder.process.ts'

const FILE = path.resolve(import.meta.dirname, 'unit-folder.process.ts')
/** Max processes at a time. One whose disk does not answer cannot be ended. */
const PROCESSES_MAX = 2
/** Milliseconds in which a slow stick reads or writes the largest file. */
const ANSWER_WITHIN = 180_000

/** Why the folder could not be used. */
export class FolderFailed extends Error {
  readonly problem: UnitFolderProblem
  /** A file or a line in English. */
  readonly detail: string | null
  constructor(problem: UnitFolderProblem, detail: string | null) {
    super(problem)
    this.problem = problem
    this.detail = detail
  }
}

/** An open folder, and the process that reads and writes it. */
export class UnitFolder implements Disposable {
  readonly #child: ChildProcess

  constructor(child: ChildProcess) {
    this.#child = child
  }

  /** Returns the age files in it. */
  list = async (): Promise<FolderFile[]> => (await this.ask({ do: 'list' })) as FolderFile[] // each request has one kind of reply
  read = async (name: string, maxBytes: number): Promise<FolderBytes> =>
    (await this.ask({ do: 'read', name, maxBytes })) as FolderBytes
  write = (name: string, bytes: Uint8Array) => this.ask({ do: 'write', name, bytes })

  /** @throws FolderFailed */
  async ask(request: FolderRequest): Promise<FolderValue> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) throw new FolderFailed('folderFailed', null)
    const waiting = new AbortController()
    try {
      this.#child.send(request, () => undefined) // without it, the process has ended
      const reply = await Promise.race([
        once(this.#child, 'message', { signal: waiting.signal }).then(([given]) => given as FolderReply),
        once(this.#child, 'exit', { signal: waiting.signal }).then(() => null),
        sleep(ANSWER_WITHIN, null, { ref: false, signal: waiting.signal }),
      ]).catch(() => null)
      if (reply === null) throw new FolderFailed('folderFailed', null)
      if ('problem' in reply) throw new FolderFailed(reply.problem, reply.detail)
      return reply.value
    } finally {
      waiting.abort()
    }
  }

  [Symbol.dispose](): void {
    this.#child.kill('SIGKILL') // what was written is complete, and an interrupted file is written again
  }
}

/** The processes that read and write the folder. */
export class UnitFolders {
  readonly #deps: Deps
  readonly #running = new Set<ChildProcess>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Opens the folder of these settings. @throws FolderFailed */
  async open(settings: UnitFolderSettings): Promise<UnitFolder> {
    if (this.#running.size >= PROCESSES_MAX) throw new FolderFailed('folderFailed', null)
    const child = fork(FILE, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], serialization: 'advanced' })
    this.#running.add(child)
    child.once('exit', () => this.#running.delete(child))
    child.on('error', (error) => {
      if (child.pid === undefined) this.#running.delete(child) // it did not start, and never exits
      this.#deps.logError(error)
    })
    const folder = new UnitFolder(child)
    try {
      await folder.ask({ do: 'open', settings, dataDir: this.#deps.config.dataDir })
      return folder
    } catch (error) {
      folder[Symbol.dispose]()
      throw error
    }
  }

  /** Opens the folder of these settings for `work`, and ends its process. @throws FolderFailed */
  async use<Result>(settings: UnitFolderSettings, work: (folder: UnitFolder) => Promise<Result>): Promise<Result> {
    const folder = await this.open(settings)
    try {
      return await work(folder)
    } finally {
      folder[Symbol.dispose]()
    }
  }

  /** Ends all processes. */
  close(): void {
    for (const child of this.#running) child.kill('SIGKILL')
  }
}
