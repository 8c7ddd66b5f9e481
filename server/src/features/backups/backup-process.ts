import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BackupReport, BackupTask } from '#/backup/backup.process.ts'
import type { BackupConfig } from '#/backup/run-backup.ts'
import { embeddedUrl } from '#/db/embedded.ts'
import { OWN_DATABASE } from '#/db/own-database.ts'
import type { Deps } from '#/deps.ts'

const FILE = path.resolve(import.meta.dirname, '../../backup/backup.process.ts')
/** Max processes at a time, of which all but one only check settings. */
const PROCESSES_MAX = 4
/** Milliseconds in which a process reports. A disk that does not answer would otherwise delay the reply for ever. */
const REPORT_WITHIN = 60_000
/** Milliseconds that a process gets to delete an incomplete backup when the server ends. */
const END_WITHIN = 3000

/** The processes of backups that this process of the server has started. */
export class BackupProcesses {
  readonly #deps: Deps
  readonly #running = new Set<ChildProcess>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Whether one of them makes a backup or tidies up. */
  get isRunning(): boolean {
    return this.#running.size > 0
  }

  /**
   * Starts a process and waits for its first report.
   * @returns busy: another one makes a backup, or there are too many; null if it ended without one, or did not report in time
   */
  async start(mode: BackupTask['mode']): Promise<BackupReport | null> {
    if (this.#running.size >= PROCESSES_MAX) return 'busy'
    const child = fork(FILE, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    this.#running.add(child)
    const ended = once(child, 'exit').then(
      () => null,
      () => null,
    )
    void ended.then(() => this.#running.delete(child))
    child.on('error', this.#deps.logError)
    const task: BackupTask = { mode, config: this.#config() }
    child.send(task, () => undefined) // without it, the process has ended
    const waiting = new AbortController()
    try {
      return await Promise.race([
        once(child, 'message', { signal: waiting.signal }).then(
          ([text]) => text as BackupReport,
          () => null,
        ),
        ended,
        sleep(REPORT_WITHIN, null, { ref: false, signal: waiting.signal }).catch(() => null),
      ])
    } finally {
      waiting.abort()
      if (typeof mode === 'object') child.kill('SIGKILL') // it has reported or does not answer
    }
  }

  /** Ends all processes. */
  async close(): Promise<void> {
    await Promise.all(
      [...this.#running].map(async (child) => {
        const exited = once(child, 'exit')
        child.kill('SIGTERM')
        await Promise.race([exited, sleep(END_WITHIN, undefined, { ref: false })])
        child.kill('SIGKILL')
      }),
    )
  }

  /** The settings of the server. The process finds the embedded database by itself. */
  #config(): BackupConfig {
    const { config, databaseUrl } = this.#deps
    const { dataDir, s3, backupS3 } = config
    const isEmbedded = databaseUrl === embeddedUrl(path.join(dataDir, 'postgres'), OWN_DATABASE)
    return { dataDir, s3, backupS3, databaseUrl: isEmbedded ? null : databaseUrl }
  }
}
