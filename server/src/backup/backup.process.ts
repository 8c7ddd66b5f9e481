import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { describeError } from '#/http/request-log.ts'
import { writeLogLine } from '#/log-line.ts'
import { type BackupCheck, type BackupConfig, type CheckResult, checkSettings, runBackup, tidyBackups } from './run-backup.ts'

// The server starts it as a process of its own (features/backups/backup-process.ts), which ends with the server. All access
// to a target is in it, since a disk that does not answer must not delay the server.

/** A message of the server to the process. */
export interface BackupTask {
  readonly config: BackupConfig
  /** `check` claims a target and creates a key. */
  readonly mode: 'scheduled' | 'manual' | 'tidy' | { readonly check: BackupCheck }
}
/** A report of the process. */
export type BackupReport = 'started' | 'busy' | CheckResult

setPriority(constants.priority.PRIORITY_LOW)
// When memory is short, the system ends this process and not the server.
if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000')
// The disk is idle otherwise. Without util-linux, only the processor has a low priority.
execFile('ionice', ['-c', '3', '-p', String(process.pid)], () => undefined)

const ending = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => ending.abort(new Error(`interrupted by ${signal}`)))
process.on('disconnect', () => ending.abort(new Error('the server ended')))

const report = (text: BackupReport): void => void process.send?.(text, () => undefined)

async function run(): Promise<void> {
  const [{ config, mode }] = (await once(process, 'message', { signal: ending.signal })) as [BackupTask]
  if (typeof mode === 'object') report(await checkSettings(config, mode.check, ending.signal))
  else if (mode === 'tidy') await tidyBackups(config, ending.signal)
  else if (!(await runBackup(config, mode, ending.signal, () => report('started')))) report('busy')
}

run()
  .catch((error: unknown) => {
    if (!ending.signal.aborted) writeLogLine('error', 'the process of backups failed', describeError(error))
    process.exitCode = 1
  })
  .finally(() => {
    if (process.connected) process.disconnect()
  })
