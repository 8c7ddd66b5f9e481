/** Levels of pino. */
const LEVELS = { warn: 40, error: 50, fatal: 60 } as const

/**
 * Writes a line of JSON like those of the log to the standard error, where the log of the application does not exist.
 * @param err the parts of an error that are logged (decisions/0158)
 */
export function writeLogLine(level: keyof typeof LEVELS, msg: string, err?: { readonly type: string }): void {
  process.stderr.write(`${JSON.stringify({ level: LEVELS[level], time: Date.now(), pid: process.pid, err, msg })}\n`)
}
