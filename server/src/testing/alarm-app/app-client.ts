import { type ClientRequest, request } from 'node:http'
import { WebSocket } from 'ws'

/** A message as the app gets it. */
export interface AppMessage {
  readonly id: string
  readonly time: number
  readonly event: string
  readonly topic: string
  readonly sequence_id?: string
  readonly title?: string
  readonly message?: string
  /** `base64`: the message is bytes for the browser of the topic. */
  readonly encoding?: string
  readonly priority?: number
  readonly click?: string
  readonly icon?: string
  readonly actions?: readonly {
    readonly id: string
    readonly url: string
    readonly clear: boolean
    readonly method?: string
    readonly headers?: Record<string, string>
  }[]
}

interface Options {
  readonly protocol?: 'json' | 'ws'
  /** Milliseconds until the first, second and further retries after an error. */
  readonly retries?: readonly number[]
  /** Called with each message that the app has not had, and the time of its arrival (`performance.now()`). */
  readonly onMessage?: (message: AppMessage, at: number) => void
}

/** The events that the app shows or applies. */
const APPLIED = new Set(['message', 'message_clear', 'message_delete'])
export const USER_AGENT = 'ntfy/1.25.0 (fdroid; Android 15; SDK 35)'
/** As the app waits, in milliseconds. */
const RETRIES = [5000, 10_000, 15_000, 20_000, 30_000, 45_000, 60_000, 120_000]
/** Milliseconds without a byte after which the app ends a stream of lines. */
const READ_TIMEOUT = 77_000

/**
 * A client with the rules of the app for Android, written after its documented protocol: `since` is the id of the newest message,
 * a message with a known id is dropped, an error is retried later and a proper end at once.
 */
export class AppClient {
  /** The messages that it has shown or applied, in order. */
  readonly received: AppMessage[] = []
  /** Messages that it had already. */
  repeated = 0
  /** Streams that it has opened, and proper ends of streams. */
  opened = 0
  properEnds = 0
  /** Streams without a proper end since one was last open. */
  failures = 0
  /** Whether its stream is open. */
  isOpen = false
  /** The status of the last reply; 101 for an open WebSocket. */
  status = 0
  /** Lines of any event, without messages that were repeated. */
  readonly events: string[] = []
  readonly #url: string
  readonly #topics: string
  readonly #options: Options
  readonly #ids = new Set<string>()
  #newest: string | null = null
  #isClosed = false
  #retry: NodeJS.Timeout | undefined
  #cut: () => void = () => undefined

  constructor(url: string, topics: string, options: Options = {}) {
    this.#url = url
    this.#topics = topics
    this.#options = options
  }

  /** Opens a stream, as the app does when it starts. */
  open(): this {
    this.#isClosed = false
    const since = this.#newest ?? 'none'
    if (this.#options.protocol === 'ws') this.#openSocket(since)
    else this.#openLines(since)
    return this
  }

  /** Ends the stream, as a phone without a network does. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#retry)
    this.#cut()
  }

  /** Asks once for what it has missed, as the app does after a link and each hour. */
  async poll(since: string = this.#newest ?? 'all'): Promise<Response> {
    const reply = await fetch(`${this.#url}/${this.#topics}/json?poll=1&since=${since}`, {
      headers: { 'user-agent': USER_AGENT },
    })
    if (reply.ok) for (const line of (await reply.clone().text()).split('\n')) if (line !== '') this.#receive(line)
    return reply
  }

  /** The titles of the messages, without those that were removed. */
  titles(): (string | undefined)[] {
    return this.received.map(({ event, title }) => (event === 'message' ? title : event))
  }

  #receive(line: string): void {
    const message = JSON.parse(line) as AppMessage // a line that is no JSON fails the test
    this.events.push(message.event)
    if (!APPLIED.has(message.event)) return
    if (this.#ids.has(message.id)) return void (this.repeated += 1)
    this.#ids.add(message.id)
    if (this.#newest === null || message.id > this.#newest) this.#newest = message.id
    this.received.push(message)
    this.#options.onMessage?.(message, performance.now())
  }

  #over(isProper: boolean): void {
    this.isOpen = false
    if (this.#isClosed) return
    if (isProper) {
      this.properEnds += 1
      // The WebSocket of the app does not return after a proper end.
      if (this.#options.protocol !== 'ws') this.#retry = setTimeout(() => this.open(), 0)
      return
    }
    const { retries = RETRIES } = this.#options
    this.#retry = setTimeout(() => this.open(), retries[Math.min(this.failures++, retries.length - 1)])
  }

  #openLines(since: string): void {
    let isOver = false
    const end = (isProper: boolean) => {
      if (!isOver) this.#over(isProper)
      isOver = true
    }
    const url = `${this.#url}/${this.#topics}/json?since=${since}`
    const sent: ClientRequest = request(url, { agent: false, headers: { 'user-agent': USER_AGENT } }, (reply) => {
      this.status = reply.statusCode ?? 0
      if (this.status !== 200) {
        reply.resume()
        return end(false)
      }
      this.failures = 0
      this.opened += 1
      this.isOpen = true
      let rest = ''
      reply.setEncoding('utf8')
      reply.on('data', (text: string) => {
        const lines = (rest + text).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) this.#receive(line)
      })
      reply.on('end', () => end(reply.complete))
      reply.on('error', () => end(false))
    })
    sent.setTimeout(READ_TIMEOUT, () => sent.destroy(new Error('no byte for too long')))
    sent.on('error', () => end(false))
    sent.end()
    this.#cut = () => sent.destroy()
  }

  #openSocket(since: string): void {
    const socket = new WebSocket(`${this.#url.replace('http', 'ws')}/${this.#topics}/ws?since=${since}`, {
      headers: { 'user-agent': USER_AGENT },
      perMessageDeflate: false,
    })
    socket.on('unexpected-response', (sent, reply) => {
      this.status = reply.statusCode ?? 0
      sent.destroy()
      this.#over(false)
    })
    socket.on('open', () => {
      this.status = 101
      this.failures = 0
      this.opened += 1
      this.isOpen = true
    })
    socket.on('message', (data: Buffer) => this.#receive(data.toString()))
    socket.on('error', () => undefined) // 'close' follows
    socket.on('close', (code) => this.#over(code !== ABNORMAL))
    this.#cut = () => socket.terminate()
  }
}

/** The code of a WebSocket that ended without a close frame. */
const ABNORMAL = 1006
