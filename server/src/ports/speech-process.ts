import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SpeechEndpoint } from './speech-stream.ts'

const ENTRY = path.resolve(import.meta.dirname, '../../../speech/src/main.ts')
/** Max milliseconds of the start. */
const START_WITHIN = 20_000
/** Milliseconds before a restart: doubled with each failure in a row. */
const RESTART_AFTER_MIN = 100
const RESTART_AFTER_MAX = 30_000
/** Milliseconds after which a running process counts as healthy. */
const HEALTHY_AFTER = 60_000
/** A process that does not answer for this many milliseconds is killed. */
const ANSWER_WITHIN = 15_000

interface Running {
  readonly child: ChildProcess
  readonly endpoint: Promise<SpeechEndpoint | null>
}

interface SpeechSettings {
  /** Max utterances that are decoded at a time; null: the default of the service. */
  readonly decoders: number | null
  /** The directory of models; null: none. */
  readonly modelDir: string | null
}

/**
 * The speech service as a child process. It starts with its first use, and is restarted when it is used after it ended.
 */
export class SpeechProcess {
  readonly #settings: SpeechSettings
  readonly #logWarning: (text: string) => void
  #running: Running | null = null
  #failures = 0
  #isClosed = false

  constructor(settings: SpeechSettings, logWarning: (text: string) => void) {
    this.#settings = settings
    this.#logWarning = logWarning
  }

  /** @returns null when the process does not start, and after `close` */
  async endpoint(): Promise<SpeechEndpoint | null> {
    if (this.#running === null && this.#failures > 0)
      await sleep(Math.min(RESTART_AFTER_MAX, RESTART_AFTER_MIN * 2 ** (this.#failures - 1)), undefined, { ref: false })
    if (this.#isClosed) return null
    try {
      this.#running ??= this.#start()
    } catch (error) {
      this.#failures++
      this.#logWarning(`The speech service did not start: ${String(error)}`)
      return null
    }
    return this.#running.endpoint
  }

  close(): void {
    this.#isClosed = true
    this.#running?.child.kill('SIGKILL')
  }

  #start(): Running {
    const secret = randomBytes(32).toString('base64url')
    // Without the server's environment, a compromised decoder finds no password.
    const { decoders, modelDir } = this.#settings
    const env = {
      SPEECH_SECRET: secret,
      ...(decoders !== null && { SPEECH_DECODERS: String(decoders) }),
      ...(modelDir !== null && { SPEECH_MODEL_DIR: modelDir }),
    }
    const child = fork(ENTRY, {
      env,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      // With models, it reports which language is served by what.
      stdio: ['ignore', modelDir === null ? 'ignore' : 'inherit', 'ignore', 'ipc'],
    })
    child.unref()
    child.channel?.unref()
    const started = Date.now()
    const stopWatching = killIfSilent(child)
    const endpoint = new Promise<SpeechEndpoint | null>((resolve) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), START_WITHIN).unref()
      child.on('message', (message) => {
        // On a busy machine, the answer to a ping may come before the port.
        if (typeof message !== 'object' || message === null || !('port' in message)) return
        clearTimeout(timer)
        resolve({ url: `http://127.0.0.1:${String(message.port)}`, secret })
      })
      const end = (cause: string) => {
        if (this.#running?.child !== child) return // it has ended before
        clearTimeout(timer)
        stopWatching()
        resolve(null)
        this.#running = null
        if (this.#isClosed) return
        this.#failures = Date.now() - started > HEALTHY_AFTER ? 1 : this.#failures + 1
        this.#logWarning(`The speech service ended (${cause}) and is restarted with its next use`)
      }
      // A process that could not be started has no exit. A later error ends the process.
      child.on('error', ({ message }) => {
        end(message)
        child.kill('SIGKILL')
      })
      child.once('exit', (code, signal) => end(String(signal ?? code)))
    })
    return { child, endpoint }
  }
}

/**
 * Kills a process that does not answer, such as one whose main thread never returns.
 * @returns a function that stops the check
 */
function killIfSilent(child: ChildProcess): () => void {
  let isWaiting = false
  child.on('message', () => (isWaiting = false))
  const timer = setInterval(() => {
    if (isWaiting) return void child.kill('SIGKILL')
    isWaiting = true
    if (child.connected) child.send('ping', () => undefined) // a failure means that it has ended
  }, ANSWER_WITHIN).unref()
  return () => clearInterval(timer)
}
