import pg from 'pg'
import { CommandError } from './command-error.ts'

/**
 * Runs a command of the operator: prints the returned text, or one line for an error, and sets the exit code. A signal such as
 * Ctrl+C aborts the work, which then deletes its incomplete files.
 */
export async function runCommand(work: (signal: AbortSignal) => Promise<string>): Promise<void> {
  const interrupted = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => interrupted.abort(new CommandError(`interrupted by ${signal}`)))
  try {
    console.log(await work(interrupted.signal))
  } catch (error) {
    console.error(lineOf(interrupted.signal.aborted ? interrupted.signal.reason : error))
    process.exitCode = 1
  }
}

/** PostgreSQL's code of a full disk. */
const PG_DISK_FULL = '53100'

/** Returns one line for an error of the file system, PostgreSQL or the product. */
function lineOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, path: file } = error as NodeJS.ErrnoException
  if (error instanceof CommandError) return error.message
  if (code === 'ENOSPC' || code === PG_DISK_FULL) return 'The disk is full. Nothing was kept of this attempt.'
  if (code === 'EACCES' || code === 'EPERM')
    return `No permission for ${file ?? 'a file'}. Run the command as the user who runs the server, or as root.`
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  const prefix = error instanceof pg.DatabaseError ? 'PostgreSQL: ' : ''
  return `${prefix}${error.message}${cause}`.replaceAll('\n', ' ')
}
