import { describeError } from '#/http/request-log.ts'

/** The pino log level `fatal`. */
const FATAL = 60

/**
 * Logs each uncaught exception and unhandled rejection as one line of JSON, then calls the listener. The line contains
 * no user data: the log fields of an error, or only the type of any other value.
 */
export function watchDefects(onDefect: () => void): void {
  const logDefect = (msg: string) => (error: unknown) => {
    const err = error instanceof Error ? describeError(error) : { type: typeof error }
    process.stderr.write(`${JSON.stringify({ level: FATAL, time: Date.now(), pid: process.pid, err, msg })}\n`)
    onDefect()
  }
  process.on('uncaughtException', logDefect('defect: uncaught exception, the server shuts down'))
  process.on('unhandledRejection', logDefect('defect: unhandled rejection, the server shuts down'))
}
