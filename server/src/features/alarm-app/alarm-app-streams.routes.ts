import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { WebSocketServer } from 'ws'
import { errorStatus } from '@noroshi/contract/errors'
import type { Deps } from '#/deps.ts'
import { createAddressOf } from '#/http/client-address.ts'
import { AppError } from '#/http/errors.ts'
import { isSecure } from '#/http/is-secure.ts'
import { sourceOf } from '#/http/source-of.ts'
import { UNLISTED } from '#/http/static-files.ts'
import { createStreamRecorder, createTopicLookup } from './alarm-app-topics.service.ts'
import { type Published, publishedAfter } from './alarm-app.sql.ts'
import { seqOf } from './notices.ts'
import { createLines, Stream, type Transport, type Wanted } from './stream.ts'
import type { AppStreams } from './streams.service.ts'

/** A list of topics, of which one may be of this server. No page of the web application has such a path. */
const TOPICS = '(?:|[-_A-Za-z0-9,]*,)(?:nw[0-9A-Za-z]{44}|up[0-9A-Za-z]{12})(?:|,[-_A-Za-z0-9,]*)'
/** The paths that the app asks for, with the pattern of their topics. */
export const APP_STREAM_PATHS = { auth: `/:topics(^${TOPICS}$)/auth`, json: `/:topics(^${TOPICS}$)/json` } as const
const WS_PATH = new RegExp(`^/(${TOPICS})/ws$`)
/** Max characters of the path of a WebSocket, as of the others (PARAMETER_MAX). */
const WS_PATH_MAX = 1000
/** Max bytes of a frame of the app, which sends none but pings. */
const FRAME_MAX = 64
/** Milliseconds after which a WebSocket without a ping is cut. The app pings every 3 minutes. */
const SILENT_MS = 420_000
/** Max messages of one read for a reply, which has at most twice as many. */
const POLLED_MAX = 500

interface Query {
  readonly since?: string
  readonly poll?: string
}
type TopicsRequest = FastifyRequest<{ Params: { topics: string }; Querystring: Query }>

/**
 * The subset of the protocol of ntfy that its app for Android uses (decisions/0217). The path is the credential of a device: it
 * is never logged.
 */
export function registerAppStreams(app: FastifyInstance, deps: Deps, streams: AppStreams, key: Buffer) {
  const { config, db, now } = deps
  const wantedOf = createTopicLookup(deps)
  const recordStart = createStreamRecorder(deps)
  const addressOf = createAddressOf(config)
  const publicOrigin = config.publicUrl === null ? null : new URL(config.publicUrl).origin

  /**
   * @param since the id of the newest message of the app, `all`, or `none`
   * @param newest the position of the newest message before the topics of the request were known: what comes later is for it
   */
  const positionOf = (since: string | undefined, { devices, pushTopics }: Wanted, newest: number): number => {
    const topics = devices.filter(({ topic }) => topic !== null).length + pushTopics.size
    return since === 'none' ? newest : streams.positionOf(seqOf(since ?? ''), topics)
  }

  const start = (wanted: Wanted, position: number, base: string, transport: Transport) => {
    if (transport.socket.destroyed) return // the app has cut the connection meanwhile
    const stream = new Stream({ ...wanted, position, base, key, transport, now })
    streams.add(stream, (listener) => void transport.socket.once('close', listener))
  }

  /** Returns what waits for the topics of a request. */
  const polled = async (wanted: Wanted, position: number, base: string): Promise<string[]> => {
    const deviceIds = wanted.devices.map(({ id }) => id)
    const lineOf = createLines(wanted, { base, key })
    const lines: string[] = []
    let after: number | undefined = position
    while (after !== undefined && lines.length < POLLED_MAX) {
      const messages: readonly Published[] = await publishedAfter(db, { deviceIds, after, limit: POLLED_MAX, now: now() })
      lines.push(...messages.flatMap((message) => lineOf(message) ?? []))
      after = messages.length < POLLED_MAX ? undefined : messages.at(-1)?.seq
    }
    return lines
  }

  const baseOf = (request: FastifyRequest): string =>
    publicOrigin ?? `${isSecure(config, request) ? 'https' : 'http'}://${request.host}`

  app.get(APP_STREAM_PATHS.auth, UNLISTED, async (request: TopicsRequest) => {
    await wantedOf(request.params.topics, sourceOf(request.ip))
    return { success: true }
  })

  app.get(APP_STREAM_PATHS.json, { ...UNLISTED, exposeHeadRoute: false }, async (request: TopicsRequest, reply: FastifyReply) => {
    const { since, poll } = request.query
    const { newest } = streams
    const wanted = await wantedOf(request.params.topics, sourceOf(request.ip))
    const position = positionOf(since, wanted, newest)
    const base = baseOf(request)
    if (poll !== undefined) {
      const lines = await polled(wanted, position, base)
      return reply.type(NDJSON).send(lines.map((line) => `${line}\n`).join(''))
    }
    if (streams.isFull) throw new AppError('unavailable')
    const { raw } = reply
    // A second stream on a connection would wait in memory for the end of the first.
    if (raw.socket === null) throw new AppError('invalid')
    request.isHeld = true
    reply.hijack()
    const { socket } = request
    raw.on('error', () => undefined) // the app has cut the connection
    raw.writeHead(200, { 'content-type': NDJSON, 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    start(wanted, position, base, { socket, write: (line, onFlushed) => void raw.write(`${line}\n`, onFlushed) })
    recordStart(wanted.devices, 'json', request.headers['user-agent'])
    return reply
  })

  const sockets = new WebSocketServer({ noServer: true, maxPayload: FRAME_MAX, perMessageDeflate: false, clientTracking: false })
  const upgrade = async (request: IncomingMessage, socket: Socket, head: Buffer, topics: string, since: string | undefined) => {
    const { newest } = streams
    const wanted = await wantedOf(topics, sourceOf(addressOf(request)))
    if (streams.isFull) throw new AppError('unavailable')
    const isEncrypted = config.https === 'proxy' || socket instanceof TLSSocket
    const base = publicOrigin ?? `${isEncrypted ? 'https' : 'http'}://${request.headers.host ?? ''}`
    sockets.handleUpgrade(request, socket, head, (ws) => {
      let seenAt = performance.now()
      ws.on('error', () => undefined) // the app has cut the connection
      ws.on('ping', () => {
        seenAt = performance.now()
        if (socket.writableNeedDrain) socket.destroy() // it pings and does not read the answers
      })
      const isSilent = () => performance.now() - seenAt > SILENT_MS
      const position = positionOf(since, wanted, newest)
      start(wanted, position, base, { socket, write: (line, onFlushed) => ws.send(line, onFlushed), isSilent })
      recordStart(wanted.devices, 'ws', request.headers['user-agent'])
    })
  }
  app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const [address = '', query] = (request.url ?? '').split('?')
    const [, topics] = address.length > WS_PATH_MAX ? [] : (WS_PATH.exec(address) ?? [])
    if (topics === undefined) return
    const since = new URLSearchParams(query).get('since') ?? undefined
    socket.on('error', () => undefined) // the app has cut the connection
    upgrade(request, socket, head, topics, since).catch((error: unknown) => {
      if (!(error instanceof AppError)) deps.logError(error)
      refuse(socket, error instanceof AppError ? errorStatus[error.code] : errorStatus.unavailable)
    })
  })
  app.addHook('preClose', () => streams.close())
}

const NDJSON = 'application/x-ndjson; charset=utf-8'

const refuse = (socket: Socket, status: number) =>
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () =>
    socket.destroy(),
  )
