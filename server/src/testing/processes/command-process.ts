import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

export interface CommandResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const FILES = {
  backup: 'backup/backup.command.ts',
  'backup:rehearse': 'backup/rehearse.command.ts',
  restore: 'backup/restore.command.ts',
  'second-factor:reset': 'recovery/reset-second-factor.command.ts',
  'storage:take-over': 'recovery/take-over-storage.command.ts',
  'hotspot:install': 'hotspot/hotspot-install.command.ts',
  'hotspot:remove': 'hotspot/hotspot-remove.command.ts',
  'service:install': 'service/service-install.command.ts',
} as const

/** A command of the operator that runs in a child process, as with `npm run`. */
export class CommandProcess {
  readonly result: Promise<CommandResult>
  readonly #child

  /**
   * @param prefix a program that runs the command, such as one that limits it
   * @param input what the operator types
   */
  constructor(
    name: keyof typeof FILES,
    args: readonly string[],
    environment: Record<string, string>,
    prefix: readonly string[] = [],
    input = '',
  ) {
    const line = [...prefix, process.execPath, path.resolve(import.meta.dirname, '../..', FILES[name]), ...args]
    const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
    const inherited = { PATH, HOME, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) }
    const [program = '', ...rest] = line
    this.#child = spawn(program, rest, { env: { ...inherited, ...environment }, stdio: 'pipe' })
    this.#child.stdin.on('error', () => undefined) // it ended before it read the input
    this.#child.stdin.end(input)
    let [stdout, stderr] = ['', '']
    this.#child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    this.#child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    this.result = once(this.#child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }))
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }
}

export const runCommandProcess = (...args: ConstructorParameters<typeof CommandProcess>): Promise<CommandResult> =>
  new CommandProcess(...args).result
