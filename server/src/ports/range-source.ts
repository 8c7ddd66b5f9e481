/** Why a source of ranges failed. `isTransient`: a repetition of the request may succeed. */
type SourceProblem = 'sourceUnreachable' | 'sourceMissing' | 'sourceRefused' | 'sourceMoved' | 'sourceBroken' | 'sourceChanged'

export class SourceFailed extends Error {
  readonly problem: SourceProblem
  readonly isTransient: boolean
  constructor(problem: SourceProblem, { cause, isTransient = false }: { cause?: unknown; isTransient?: boolean } = {}) {
    super(problem, { cause })
    this.problem = problem
    this.isTransient = isTransient
  }
}

/** A version of a file. Its parts may be read at different times. */
interface SourceVersion {
  readonly url: string
  /** Bytes of the file. */
  readonly size: number
  /** ETag or Last-Modified; '' from a server without both. */
  readonly validator: string
}

/** Milliseconds without a byte after which a request fails. */
export const SILENT_MAX_MS = 30_000
/** Bytes of the beginning that are read to learn size and version. A header and a root directory are in them. */
const BEGINNING_BYTES = 16_384
const CONTENT_RANGE = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/

interface SourceOptions {
  readonly signal: AbortSignal
  readonly silentMaxMs?: number
}

/**
 * Reads parts of a file on a web server by range requests. Only the operator sets the address, which may be one of the local
 * network. Each reply is checked: its status, its range, its version and its number of bytes. Redirects are not followed.
 */
export class RangeSource {
  readonly version: SourceVersion
  readonly #beginning: Buffer
  readonly #options: SourceOptions

  private constructor(version: SourceVersion, beginning: Buffer, options: SourceOptions) {
    this.version = version
    this.#beginning = beginning
    this.#options = options
  }

  /** Opens a file. @throws SourceFailed */
  static async open(url: string, options: SourceOptions): Promise<RangeSource> {
    const reply = await requestRange(url, { first: 0, last: BEGINNING_BYTES - 1 }, options)
    const [, first, last, size] = CONTENT_RANGE.exec(reply.headers.get('content-range') ?? '')?.map(Number) ?? []
    const isRange = first === 0 && last !== undefined && size !== undefined && last === Math.min(size, BEGINNING_BYTES) - 1
    if (!isRange) return await refuse(reply, 'sourceBroken')
    const chunks: Buffer[] = []
    for await (const chunk of bodyOf(reply, last + 1, options)) chunks.push(chunk)
    return new RangeSource({ url, size, validator: validatorOf(reply) }, Buffer.concat(chunks), options)
  }

  /** Returns a part of the file. @throws SourceFailed */
  readonly read = async (offset: number, length: number): Promise<Buffer> => {
    if (offset + length <= this.#beginning.length) return this.#beginning.subarray(offset, offset + length)
    const chunks: Buffer[] = []
    for await (const chunk of this.stream(offset, length)) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  /** Yields the bytes of a part of the file, no more and no less. @throws SourceFailed */
  async *stream(offset: number, length: number): AsyncGenerator<Buffer> {
    if (length === 0) return
    const range = { first: offset, last: offset + length - 1 }
    const reply = await requestRange(this.version.url, range, this.#options)
    const [, first, last, size] = CONTENT_RANGE.exec(reply.headers.get('content-range') ?? '')?.map(Number) ?? []
    if (size === undefined) await refuse(reply, 'sourceBroken')
    if (size !== this.version.size || validatorOf(reply) !== this.version.validator) await refuse(reply, 'sourceChanged')
    if (first !== range.first || last !== range.last) await refuse(reply, 'sourceBroken')
    yield* bodyOf(reply, length, this.#options)
  }
}

/** Sends a request for a part of a file and checks the status. @throws SourceFailed */
async function requestRange(
  url: string,
  { first, last }: { readonly first: number; readonly last: number },
  { signal, silentMaxMs = SILENT_MAX_MS }: SourceOptions,
): Promise<Response> {
  const silent = new AbortController()
  const timer = setTimeout(() => silent.abort(), silentMaxMs)
  let reply: Response
  try {
    // Compression would change sizes and ranges.
    const headers = { range: `bytes=${first}-${last}`, 'accept-encoding': 'identity' }
    reply = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.any([signal, silent.signal]) })
  } catch (error) {
    signal.throwIfAborted()
    throw new SourceFailed('sourceUnreachable', { cause: error, isTransient: true })
  } finally {
    clearTimeout(timer)
  }
  const { status } = reply
  if (status >= 300 && status < 400) await refuse(reply, 'sourceMoved')
  if (status === 403 || status === 404 || status === 410) await refuse(reply, 'sourceMissing')
  if (status === 416) await refuse(reply, 'sourceChanged')
  if (status === 429 || status >= 500) await refuse(reply, 'sourceUnreachable', true)
  if (status !== 206 || reply.headers.has('content-encoding')) await refuse(reply, 'sourceRefused')
  return reply
}

/** Closes the connection of a reply without reading it. @throws SourceFailed */
async function refuse(reply: Response, problem: SourceProblem, isTransient = false): Promise<never> {
  await reply.body?.cancel().catch(() => undefined) // it is closed already
  throw new SourceFailed(problem, { isTransient })
}

const validatorOf = ({ headers }: Response): string => headers.get('etag') ?? headers.get('last-modified') ?? ''

/** Yields the body of a reply, which must have `length` bytes and not pause for too long. @throws SourceFailed */
async function* bodyOf(
  reply: Response,
  length: number,
  { signal, silentMaxMs = SILENT_MAX_MS }: SourceOptions,
): AsyncGenerator<Buffer> {
  const announced = reply.headers.get('content-length')
  if (announced !== null && Number(announced) !== length) await refuse(reply, 'sourceBroken')
  const reader = reply.body?.getReader()
  let received = 0
  try {
    for (;;) {
      const chunk = await withinSilence(reader?.read(), silentMaxMs).catch((error: unknown) => {
        signal.throwIfAborted()
        throw new SourceFailed('sourceUnreachable', { cause: error, isTransient: true })
      })
      if (chunk === undefined || chunk.done) break
      signal.throwIfAborted()
      received += chunk.value.byteLength
      if (received > length) throw new SourceFailed('sourceBroken')
      yield Buffer.from(chunk.value.buffer, chunk.value.byteOffset, chunk.value.byteLength)
    }
  } finally {
    await reader?.cancel().catch(() => undefined) // ends the connection of an incomplete reply
  }
  if (received < length) throw new SourceFailed('sourceBroken', { isTransient: true })
}

async function withinSilence<Result>(work: Promise<Result> | undefined, milliseconds: number): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no byte in time')), milliseconds)
  })
  try {
    return await Promise.race([work, silence])
  } finally {
    clearTimeout(timer)
  }
}
