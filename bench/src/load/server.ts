import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

const root = path.resolve(import.meta.dirname, '../../..')

/** A server process with its own data directory and the durable embedded PostgreSQL. */
export interface RunningServer {
  readonly url: string
  readonly databaseUrl: string
  /** Process id since the last start. */
  readonly pid: number
  /** Sends SIGKILL. PostgreSQL keeps running. */
  kill(): Promise<void>
  /** Starts a killed server again, with the same port and data. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/**
 * @param settings Further environment variables of the server.
 * @param args Arguments of the first start, such as `--demo`.
 * @param prefix A program with arguments that runs the server in its own process.
 */
export async function startServer(
  settings: Record<string, string> = {},
  args: readonly string[] = [],
  prefix: readonly string[] = [],
): Promise<RunningServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'noroshi-bench-'))
  const start = (port: string, ...given: readonly string[]) => {
    const env = { ...process.env, DATA_DIR: folder, PORT: port, HOST: '127.0.0.1', HTTPS: 'no', ...settings }
    const [program = '', ...line] = [...prefix, process.execPath, 'server/src/main.ts', ...given]
    return spawn(program, line, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  }
  let child = start('0', ...args)
  process.once('exit', () => child.kill()) // also when the benchmark fails
  const url = await waitForUrl(child)
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }
  return {
    url,
    databaseUrl: `postgresql://noroshi@/noroshi?host=${encodeURIComponent(path.join(folder, 'postgres'))}`,
    get pid() {
      return child.pid ?? 0
    },
    kill: () => end('SIGKILL'),
    async restart() {
      child = start(new URL(url).port)
      await waitForUrl(child)
    },
    async stop() {
      await end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the first URL that the server prints when it listens. */
function waitForUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) throw new Error('the server has no output to read')
    const lines = createInterface({ input: child.stdout })
    lines.on('line', (line) => {
      const address = /^\s+(http:\S+)$/.exec(line)?.[1]
      if (address !== undefined) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready`)))
  })
}
