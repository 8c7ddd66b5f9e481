import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

const MAIN = path.resolve(import.meta.dirname, '../main.ts')

/** The product itself in a process of its own, which a test may kill. */
export class Killable {
  readonly #environment: Record<string, string>
  readonly #parameters: readonly string[]
  #child: ChildProcess | null = null
  #said = ''
  /** Where it answers since its last start. */
  url = ''

  constructor(
    environment: Record<string, string>,
    { port = '0', parameters = [] }: { port?: string; parameters?: readonly string[] } = {},
  ) {
    this.#parameters = parameters
    this.#environment = { ...environment, PORT: port, HOST: '127.0.0.1' }
  }

  /** Everything that it printed since its last start. */
  get said(): string {
    return this.#said
  }

  /** Ready when this returns. @throws with what it said when it ends instead. */
  async start(): Promise<void> {
    this.#said = ''
    const environment: NodeJS.ProcessEnv = { ...process.env, ...this.#environment }
    if (this.#environment['DATABASE_URL'] === undefined) delete environment['DATABASE_URL']
    delete environment['VITEST']
    const child = spawn(process.execPath, [MAIN, ...this.#parameters], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child = child
    await new Promise<void>((resolve, reject) => {
      const hears = (chunk: Buffer) => {
        this.#said += chunk.toString()
        const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(this.#said) ?? []
        if (address === undefined) return
        this.url = address
        resolve()
      }
      child.stdout?.on('data', hears)
      child.stderr?.on('data', hears)
      child.once('close', (code) => reject(new Error(`it ended with ${code}: ${this.#said}`)))
    })
  }

  /** SIGKILL: nothing is tidied up. */
  async kill(): Promise<void> {
    const child = this.#running()
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  /** SIGTERM, as npm and systemd send it. Returns the exit code. */
  async ends(): Promise<number | null> {
    const child = this.#running()
    child.kill('SIGTERM')
    await once(child, 'exit')
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

/** The pid of the PostgreSQL that serves a data folder; null when none does. */
export async function postmasterOf(dataDir: string): Promise<number | null> {
  const mark = await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '')
  return Number(mark.split('\n')[0]) || null
}
