import { describeError } from '#/http/request-log.ts'

/** The level of a fatal line in the log of pino. */
const FATAL = 60

/**
 * Logs each exception and each rejection that no code caught, one JSON object a line, and then calls the listener. The line has
 * no user's data: of an error the fields of the log, and of any other value its type only.
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
