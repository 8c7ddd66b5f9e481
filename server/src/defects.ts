import { describeError } from '#/http/request-log.ts'
import { writeLogLine } from '#/log-line.ts'

/**
 * Logs each uncaught exception and unhandled rejection as one line of JSON, then calls the listener. The line contains
 * no user data: the log fields of an error, or only the type of any other value.
 */
export function watchDefects(onDefect: () => void): void {
  const logDefect = (msg: string) => (error: unknown) => {
    writeLogLine('fatal', msg, error instanceof Error ? describeError(error) : { type: typeof error })
    onDefect()
  }
  process.on('uncaughtException', logDefect('defect: uncaught exception, the server shuts down'))
  process.on('unhandledRejection', logDefect('defect: unhandled rejection, the server shuts down'))
}
