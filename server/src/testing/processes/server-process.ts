import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

const MAIN = path.resolve(import.meta.dirname, '../../main.ts')

/** Runs the server in a child process, which a test may kill. */
export class ServerProcess {
  readonly #environment: Record<string, string>
  readonly #parameters: readonly string[]
  readonly #openFilesMax: number | null
  readonly #main: string
  #child: ChildProcess | null = null
  #said = ''
  /** URL since the last start. */
  url = ''

  /** @param options `main`: the program of another version */
  constructor(
    environment: Record<string, string>,
    {
      port = '0',
      parameters = [],
      openFilesMax = null,
      main = MAIN,
    }: { port?: string; parameters?: readonly string[]; openFilesMax?: number | null; main?: string } = {},
  ) {
    this.#main = main
    this.#parameters = parameters
    this.#openFilesMax = openFilesMax
    this.#environment = { HTTPS: 'no', ...environment, PORT: port, HOST: '127.0.0.1' }
  }

  /** Everything that the process printed since its last start. */
  get output(): string {
    return this.#said
  }

  /** Resolves when the server is ready. @throws an error with the output when the process ends before. */
  async start(): Promise<void> {
    this.#said = ''
    const environment: NodeJS.ProcessEnv = { ...process.env, ...this.#environment }
    if (this.#environment['DATABASE_URL'] === undefined) delete environment['DATABASE_URL']
    delete environment['VITEST']
    const limit = this.#openFilesMax === null ? [] : ['prlimit', `--nofile=${this.#openFilesMax}:${this.#openFilesMax}`]
    const [program = '', ...args] = [...limit, process.execPath, this.#main, ...this.#parameters]
    const child = spawn(program, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child = child
    await new Promise<void>((resolve, reject) => {
      const onOutput = (chunk: Buffer) => {
        this.#said += chunk.toString()
        const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(this.#said) ?? []
        if (address === undefined) return
        this.url = address
        resolve()
      }
      child.stdout?.on('data', onOutput)
      child.stderr?.on('data', onOutput)
      child.once('close', (code) => reject(new Error(`it ended with ${code}: ${this.#said}`)))
    })
  }

  /** Sends SIGKILL, so that the server cannot clean up. */
  async kill(): Promise<void> {
    const child = this.#running()
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  /** Sends a signal that does not end the process. */
  signal(signal: NodeJS.Signals): void {
    this.#running().kill(signal)
  }

  /** Sends SIGTERM, as npm and systemd do, and returns the exit code. */
  async terminate(): Promise<number | null> {
    return this.endAfter('SIGTERM')
  }

  /** Sends a signal that ends the process, and returns the exit code when all output was read. */
  async endAfter(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#running()
    child.kill(signal)
    await once(child, 'close')
    return child.exitCode
  }

  isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  #running(): ChildProcess {
    if (this.#child === null || !this.isRunning()) throw new Error(`it does not run: ${this.#said}`)
    return this.#child
  }
}

/** Returns the pid of the PostgreSQL of a data directory; null when it does not run. */
export async function postmasterOf(dataDir: string): Promise<number | null> {
  const pidFile = await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '')
  return Number(pidFile.split('\n')[0]) || null
}
