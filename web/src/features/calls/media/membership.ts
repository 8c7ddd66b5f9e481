import type { SharedCall } from '@noroshi/contract/calls/calls.http'
import { CALL_HEARTBEAT_MS } from '@noroshi/contract/limits'
import { newId } from '../../../platform/ids.ts'
import { command, socket } from '../../../platform/connection/socket.ts'

/** Error codes of joining and heartbeats after which this page is no longer in the call. */
const ENDED = new Set(['call.ended', 'call.notFound', 'call.onOtherPage', 'call.onOtherDevice', 'call.notAllowed'])

interface MembershipOptions {
  readonly callId: string
  /** The page has joined; the call is the newest. */
  readonly onJoined: (call: SharedCall) => void
  /** This page is no longer in the call. `code` is that of the server. */
  readonly onEnded: (code: string) => void
}

/** The participation of one page in a call: it joins, joins again after each reconnection, and sends heartbeats. */
export class Membership {
  #endpointId = newId()
  readonly #options: MembershipOptions
  #hasJoined = false
  #isClosed = false
  #heartbeat: ReturnType<typeof setInterval> | undefined

  constructor(options: MembershipOptions) {
    this.#options = options
  }

  get endpointId(): string {
    return this.#endpointId
  }

  get hasJoined(): boolean {
    return this.#hasJoined
  }

  /** Joins now and after each reconnection. */
  open() {
    this.#begin()
    if (socket.connected) void this.#join()
  }

  /**
   * Accepts a session and joins by one command.
   * @returns false if the server refused it or did not answer. The page has then not joined.
   */
  async accept(sessionId: string): Promise<boolean> {
    this.#begin()
    return (await this.#send(sessionId)) === null
  }

  /** Joins as a new endpoint, to which the other pages create new connections. */
  rejoin() {
    this.#endpointId = newId()
    this.#hasJoined = false
    if (socket.connected) void this.#join()
  }

  close() {
    this.#isClosed = true
    clearInterval(this.#heartbeat)
    socket.off('connect', this.#onConnect)
  }

  #begin() {
    socket.on('connect', this.#onConnect)
    this.#heartbeat = setInterval(() => void this.#beat(), CALL_HEARTBEAT_MS)
  }

  readonly #onConnect = () => void this.#join()

  /** Makes this page the endpoint of the device. @returns the code of the error; null: it has joined */
  async #send(acceptedSessionId?: string): Promise<string | null> {
    const { endpointId } = this
    const ack = await command('call:join', { callId: this.#options.callId, endpointId, acceptedSessionId })
    if (!ack.ok) return endpointId === this.endpointId ? ack.code : null
    if (this.#isClosed) return null
    if (endpointId === this.endpointId) this.#hasJoined = true
    this.#options.onJoined(ack.reply.call)
    return null
  }

  async #join(): Promise<void> {
    this.#endBy(await this.#send())
  }

  async #beat(): Promise<void> {
    if (!socket.connected) return // the server notices a missing page, and joining follows the reconnection
    if (!this.#hasJoined) return this.#join() // its acknowledgement was lost, or it was refused for a moment
    const { endpointId } = this
    const ack = await command('call:heartbeat', { callId: this.#options.callId, endpointId })
    if (endpointId === this.endpointId) this.#endBy(ack.ok ? null : ack.code)
  }

  #endBy(code: string | null) {
    if (code !== null && ENDED.has(code) && !this.#isClosed) this.#options.onEnded(code)
  }
}
