import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { killNow, whenWritten } from './child-process.ts'

/** Debian's redis-server in a child process, which a test may kill and start again. It stores nothing. */
export class RedisProcess implements AsyncDisposable {
  readonly url: string
  readonly #port: number
  #child: ChildProcess | null = null

  private constructor(port: number) {
    this.#port = port
    this.url = `redis://127.0.0.1:${port}`
  }

  /** Starts it on a free port. */
  static async start(): Promise<RedisProcess> {
    const probe = createServer().listen(0, '127.0.0.1')
    await once(probe, 'listening')
    const { port } = probe.address() as AddressInfo // it listens on TCP
    probe.close()
    const redis = new RedisProcess(port)
    await redis.restart()
    return redis
  }

  async restart(): Promise<void> {
    const settings = ['--port', String(this.#port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()]
    // Redis does not start with libfaketime. It uses durations only, which are the same with any clock.
    const env = { ...process.env, LD_PRELOAD: undefined }
    const child = spawn('redis-server', settings, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    this.#child = child
    await whenWritten(child, 'Ready to accept connections', 'redis-server')
  }

  async kill(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (child !== null) await killNow(child)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
  }
}
