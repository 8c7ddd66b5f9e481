import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The first and the last byte of a request, both inclusive. */
interface AskedRange {
  readonly path: string
  readonly first: number
  readonly last: number
  /** Whether it is a request for tiles, not for directories. */
  readonly isTiles: boolean
}

/** Answers a request in a wrong way. */
type Fault = (reply: ServerResponse, part: Buffer, headers: Record<string, string>) => void

/** Half of the bytes, after which the connection ends. */
export const cut: Fault = (reply, part, headers) => {
  reply.writeHead(206, headers)
  reply.write(part.subarray(0, part.length >> 1), () => setTimeout(() => reply.destroy(), 20))
}
/** Half of the bytes, and nothing more. */
export const stall: Fault = (reply, part, headers) => {
  reply.writeHead(206, headers)
  reply.write(part.subarray(0, part.length >> 1))
}
/** A reply with other headers, and `body` after them. */
export const replyWith =
  (status: number, changed: Record<string, string> = {}, body?: Buffer): Fault =>
  (reply, part, headers) => {
    reply.writeHead(status, { ...headers, ...changed })
    reply.end(body ?? part)
  }
/** More bytes than the range has. */
export const more: Fault = (reply, part, headers) => {
  reply.writeHead(
    206,
    Object.entries(headers)
      .filter(([name]) => name !== 'content-length')
      .flat(),
  )
  reply.end(Buffer.concat([part, part]))
}

/** A web server with an archive, which answers range requests, and faults where a test wants them. */
export class MapSource implements AsyncDisposable {
  archive: Buffer
  etag = '"1"'
  /** Returns the fault of a request; undefined for a right reply. */
  faultOf: (range: AskedRange) => Fault | undefined = () => undefined
  /** Returns the archive at a path; undefined: there is none. */
  at: (path: string) => Buffer | undefined = () => this.archive
  readonly asked: AskedRange[] = []
  readonly #server: Server

  private constructor(server: Server, archive: Buffer) {
    this.#server = server
    this.archive = archive
  }

  static async start(archive: Buffer): Promise<MapSource> {
    const server = createServer()
    const source = new MapSource(server, archive)
    server.on('request', ({ url = '', headers: { range = '' } }, reply) => source.#answer(url, range, reply))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return source
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get url(): string {
    return `${this.origin}/planet.pmtiles`
  }

  /** The requests for tiles. */
  get tilesAsked(): AskedRange[] {
    return this.asked.filter(({ isTiles }) => isTiles)
  }

  #answer(path: string, range: string, reply: ServerResponse): void {
    const archive = this.at(path)
    const [, first = NaN, end = NaN] = /^bytes=(\d+)-(\d+)$/.exec(range)?.map(Number) ?? []
    const last = Math.min(end, (archive?.length ?? 0) - 1)
    const isTiles = archive !== undefined && first >= Number(archive.readBigUInt64LE(56))
    const asked = { path, first, last, isTiles }
    this.asked.push(asked)
    if (archive === undefined) {
      reply.writeHead(404).end('none')
      return
    }
    const part = archive.subarray(first, last + 1)
    const headers = {
      'content-range': `bytes ${first}-${last}/${archive.length}`,
      'content-length': String(part.length),
      etag: this.etag,
    }
    const answer = this.faultOf(asked) ?? replyWith(206)
    answer(reply, part, headers)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
