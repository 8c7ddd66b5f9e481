import { type ChildProcess, fork } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import type { Picture, PictureJob } from './picture-codec.ts'

export interface PictureLimits {
  /** Max bytes of memory of the process (resident set). */
  readonly memoryMax: number
  /** Max milliseconds for one picture. */
  readonly timeMax: number
}

export const PICTURE_LIMITS: PictureLimits = { memoryMax: Math.min(768 * 1024 ** 2, os.totalmem() / 4), timeMax: 20_000 }

/** Milliseconds after which an idle process is ended, which frees the memory that a large picture took. */
const IDLE_MAX = 20_000
const ENTRY = path.join(import.meta.dirname, 'picture-process.ts')

/**
 * Encodes one picture at a time in a child process. The process starts with the first picture and is restarted after it
 * was killed.
 */
export class PictureWorker {
  readonly #limits: PictureLimits
  #process: ChildProcess | null = null
  #idle: NodeJS.Timeout | null = null

  constructor(limits = PICTURE_LIMITS) {
    this.#limits = limits
  }

  /**
   * Returns null for a picture that is damaged, too large, or exceeds the limits of memory or time.
   * @throws when the process does not start.
   */
  async encode(bytes: Buffer, job: PictureJob): Promise<Picture | null> {
    if (this.#idle !== null) clearTimeout(this.#idle)
    this.#process ??= await this.#start()
    const running = this.#process
    running.ref()
    running.channel?.ref()
    const picture = await this.#request(running, bytes, job)
    // An idle child process must not keep the server process alive.
    running.unref()
    running.channel?.unref()
    this.#idle = setTimeout(() => this.end(), IDLE_MAX).unref()
    return picture
  }

  #start(): Promise<ChildProcess> {
    // Without the server's environment, a compromised decoder finds no password.
    const env = { MALLOC_ARENA_MAX: '2' }
    const started = fork(ENTRY, [String(this.#limits.memoryMax)], { serialization: 'advanced', env, execArgv: [] })
    started.on('exit', () => {
      if (this.#process === started) this.#process = null
    })
    return new Promise((resolve, reject) => {
      started.once('message', () => resolve(started))
      started.on('error', reject) // kept for the lifetime of the process: an error without a listener is an exception
      started.once('exit', (code, signal) => reject(new Error(`the picture process ended while it started: ${signal ?? code}`)))
    })
  }

  #request(running: ChildProcess, bytes: Buffer, job: PictureJob): Promise<Picture | null> {
    return new Promise((resolve) => {
      const finish = (picture: Picture | null) => {
        clearTimeout(timer)
        running.off('message', onMessage).off('exit', onExit)
        resolve(picture)
      }
      // `as`: picture-process.ts sends this type
      const onMessage = (message: unknown) => finish((message as { picture: Picture | null }).picture)
      const onExit = () => finish(null)
      const timer = setTimeout(() => {
        this.end()
        finish(null)
      }, this.#limits.timeMax)
      running.on('message', onMessage).on('exit', onExit)
      running.send({ bytes, job }, (error) => error && finish(null))
    })
  }

  /** Kills the process; the next picture starts another. */
  end(): void {
    if (this.#idle !== null) clearTimeout(this.#idle)
    this.#process?.kill('SIGKILL')
    this.#process = null
  }
}
