import { type ChildProcess, fork } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { AppError } from '../errors.ts'
import type { Recording, RecordingJob } from './media-cleaner.ts'
import { EXCEEDED_SIGNAL } from './media-signal.ts'
import type { Picture, PictureJob } from './picture-codec.ts'

/**
 * Why a file is not stored: it cannot be read, it exceeds a limit of pixels, memory or processor time, or its metadata cannot be
 * removed.
 */
export type MediaRefusal = 'damaged' | 'tooLarge' | 'unsupported'

export type MediaJob = PictureJob | RecordingJob
/** The result of a job. */
export type Encoded<Job extends MediaJob> = Job extends RecordingJob ? Recording : Picture

/** What the process receives. */
export interface MediaRequest {
  readonly bytes: Buffer
  readonly job: MediaJob
  /** Max milliseconds of processor time. */
  readonly processorMax: number
}

/** What the process sends. */
export interface MediaReply {
  readonly result: Picture | Recording | MediaRefusal
  /** Milliseconds of processor time. */
  readonly usedMs: number
}

interface MediaLimits {
  /** Max bytes of memory of the process (resident set). */
  readonly memoryMax: number
  /** Max milliseconds of processor time for one file. */
  readonly processorMax: number
}

export const MEDIA_LIMITS: MediaLimits = {
  memoryMax: Math.min(768 * 1024 ** 2, os.totalmem() / 4),
  processorMax: 15_000,
}

/** Milliseconds after which the process is ended in any case, for example if it waits for ever. A busy machine needs long. */
const ELAPSED_MAX = 300_000
/** Milliseconds of processor time that the start of the process takes. */
const START_MS = 200
/** Milliseconds after which an idle process is ended, which frees the memory that a large picture took. */
const IDLE_MAX = 20_000
const ENTRY = path.join(import.meta.dirname, 'media-process.ts')

interface Work {
  readonly processorMax?: number
  /** Aborts the work; the process is ended. */
  readonly signal?: AbortSignal
  /** Called with the milliseconds of processor time that the file used. */
  readonly charge?: (milliseconds: number) => void
}

/**
 * Encodes one picture or cleans one recording at a time in a child process. The process starts with the first file and is
 * restarted after it was killed.
 */
export class MediaWorker {
  readonly #limits: MediaLimits
  #process: ChildProcess | null = null
  #idle: NodeJS.Timeout | null = null

  constructor(limits = MEDIA_LIMITS) {
    this.#limits = limits
  }

  /**
   * @throws AppError invalid when the work was aborted; file.busy (503) when the process ended for another reason than the file
   *   exceeding a limit; and when the process does not start.
   */
  async encode<Job extends MediaJob>(bytes: Buffer, job: Job, work: Work = {}): Promise<Encoded<Job> | MediaRefusal> {
    if (this.#idle !== null) clearTimeout(this.#idle)
    if (this.#process === null) work.charge?.(START_MS)
    this.#process ??= await this.#start()
    const running = this.#process
    running.ref()
    running.channel?.ref()
    const processorMax = Math.min(work.processorMax ?? Infinity, this.#limits.processorMax)
    const started = performance.now()
    const reply = await this.#request(running, { bytes, job, processorMax }, work.signal)
    // A process that was killed reports no processor time. It used at most the time that has passed.
    const usedMs = typeof reply === 'object' ? reply?.usedMs : undefined
    work.charge?.(usedMs ?? Math.min(performance.now() - started, processorMax))
    // An idle child process must not keep the server process alive.
    running.unref()
    running.channel?.unref()
    this.#idle = setTimeout(() => this.end(), IDLE_MAX).unref()
    if (work.signal?.aborted === true) throw new AppError('invalid')
    if (reply === null) throw new AppError('file.busy')
    // `as`: the process replies to the job that it received
    return (reply === 'exceeded' ? 'tooLarge' : reply.result) as Encoded<Job> | MediaRefusal
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
      started.once('exit', (code, signal) => reject(new Error(`the media process ended while it started: ${signal ?? code}`)))
    })
  }

  /** Returns null when the process ended without a verdict on the file. */
  #request(running: ChildProcess, request: MediaRequest, signal?: AbortSignal): Promise<MediaReply | 'exceeded' | null> {
    return new Promise((resolve) => {
      const finish = (reply: MediaReply | 'exceeded' | null) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
        running.off('message', onMessage).off('exit', onExit)
        resolve(reply)
      }
      const giveUp = () => {
        this.end()
        finish(null)
      }
      // `as`: media-process.ts sends this type
      const onMessage = (message: unknown) => finish(message as MediaReply)
      const onExit = (_code: number | null, by: string | null) => finish(by === EXCEEDED_SIGNAL ? 'exceeded' : null)
      const timer = setTimeout(giveUp, ELAPSED_MAX)
      signal?.addEventListener('abort', giveUp)
      running.on('message', onMessage).on('exit', onExit)
      running.send(request, (error) => error && finish(null))
      if (signal?.aborted === true) giveUp()
    })
  }

  /** Kills the process; the next file starts another. */
  end(): void {
    if (this.#idle !== null) clearTimeout(this.#idle)
    this.#process?.kill('SIGKILL')
    this.#process = null
  }
}
