import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import {
  FrameReader,
  type SpeechEvent,
  type SpeechHealth,
  SpeechLanguage,
  SpokenRequest,
} from '@noroshi/contract/speech/speech-service'
import type { z } from 'zod'
import type { SpeechRecognizer } from './recognizer.ts'
import type { Speaker } from './speaker.ts'
import { Transcription } from './transcription.ts'

/** Max streams at a time. */
const STREAMS_MAX = 64
/** Max streams of one source at a time. */
const STREAMS_OF_SOURCE_MAX = 16
/** Max milliseconds of one request. */
const STREAM_WITHIN = 300_000
/** Max bytes of a text to speak, as JSON. */
const TEXT_BYTES_MAX = 256 * 1024
/** Characters of a source. */
const SOURCE_LENGTH_MAX = 64

interface ServiceOptions {
  readonly recognizer: SpeechRecognizer
  readonly speaker: Speaker
  /** The bearer token of each request. */
  readonly secret: string
}

/**
 * The HTTP server of recognition and voices: `GET /health`, `POST /streams?language=en&source=` whose request is a sequence of
 * frames and whose reply is a line for each event, and `POST /speech` (contract: SpokenRequest). `source` is an opaque name of the
 * speaker, which shares the decoders fairly; a stream without one is a source of its own. Requests without the secret get 401;
 * too many streams of all or of one source get 503.
 */
export function createSpeechService({ recognizer, speaker, secret }: ServiceOptions): Server {
  let streams = 0
  const streamsOf = new Map<string, number>()
  const server = createServer((request, response) => {
    if (!isAuthorized(request, secret)) return refuse(response, 401)
    const url = URL.parse(request.url ?? '', 'http://speech')
    if (!url) return refuse(response, 400)
    const language = SpeechLanguage.safeParse(url.searchParams.get('language'))
    if (request.method === 'GET' && url.pathname === '/health') return sendHealth(response, recognizer, speaker)
    if (request.method === 'POST' && url.pathname === '/speech')
      return void speak(request, response, speaker).catch(() => response.destroy())
    if (request.method !== 'POST' || url.pathname !== '/streams') return refuse(response, 404)
    if (!language.success) return refuse(response, 400)
    const source = url.searchParams.get('source')?.slice(0, SOURCE_LENGTH_MAX) ?? randomUUID()
    const ofSource = streamsOf.get(source) ?? 0
    if (streams >= STREAMS_MAX || ofSource >= STREAMS_OF_SOURCE_MAX) return refuse(response, 503)
    streams++
    streamsOf.set(source, ofSource + 1)
    void transcribe(request, response, { recognizer, language: language.data, source })
      .catch(() => response.destroy())
      .finally(() => {
        streams--
        const left = (streamsOf.get(source) ?? 1) - 1
        if (left > 0) streamsOf.set(source, left)
        else streamsOf.delete(source)
      })
  })
  server.requestTimeout = STREAM_WITHIN
  return server
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const isAuthorized = ({ headers }: IncomingMessage, secret: string): boolean =>
  timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${secret}`))

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { connection: 'close' }).end()
}

function sendHealth(response: ServerResponse, { languages }: SpeechRecognizer, speaker: Speaker): void {
  const health: z.input<typeof SpeechHealth> = { languages: [...languages], voices: [...speaker.languages] }
  response.setHeader('content-type', 'application/json').end(JSON.stringify(health))
}

async function speak(request: IncomingMessage, response: ServerResponse, speaker: Speaker): Promise<void> {
  const parsed = SpokenRequest.safeParse(await jsonOf(request))
  if (!parsed.success) return refuse(response, 400)
  if (speaker.isFull(parsed.data)) return refuse(response, 503)
  const spoken = await speaker.speak(parsed.data)
  if (spoken === null) return refuse(response, 204)
  response.writeHead(200, { 'content-type': spoken.mimeType, connection: 'close' }).end(spoken.bytes)
}

/** @returns undefined for a body that is not JSON or too large */
async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > TEXT_BYTES_MAX) return undefined
    parts.push(part)
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch {
    return undefined
  }
}

/** Recognises one stream. It ends early when the client closes the connection or sends no frames. */
async function transcribe(
  request: IncomingMessage,
  response: ServerResponse,
  options: Pick<ServiceOptions, 'recognizer'> & { readonly language: SpeechLanguage; readonly source: string },
): Promise<void> {
  const emit = (event: SpeechEvent): void => void response.write(`${JSON.stringify(event)}\n`)
  const transcription = await Transcription.create({ ...options, emit })
  response.on('close', () => transcription.close())
  response.writeHead(200, { 'content-type': 'application/x-ndjson', connection: 'close' }).flushHeaders()
  const frames = new FrameReader()
  try {
    for await (const bytes of request as AsyncIterable<Buffer>)
      for (const frame of frames.push(bytes)) transcription.accept(frame)
    emit(await transcription.finish())
    response.end()
  } catch {
    response.destroy()
  } finally {
    transcription.close()
  }
}
