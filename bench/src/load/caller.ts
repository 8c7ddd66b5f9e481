import { Agent, request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { API_BASE } from '@noroshi/contract/routes'

const MAX_SOCKETS = 64

/**
 * Sends requests over connections that stay open, as browsers do. It does less work than `fetch`, because it shares two cores with
 * the server and its own work would slow the server. Bodies are decompressed when they are read, after the measurement.
 */
export class Caller {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS })
  readonly #url: string
  constructor(url: string) {
    this.#url = url
  }

  request(token: string, path: string, payload?: object, method = payload === undefined ? 'GET' : 'POST'): Promise<Reply> {
    const body = payload === undefined ? undefined : JSON.stringify(payload)
    const headers = {
      authorization: `Bearer ${token}`,
      'accept-encoding': 'gzip',
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    }
    return new Promise((resolve, reject) => {
      const outgoing = request(this.#url + API_BASE + path, { agent: this.#agent, method, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const reply = new Reply(Buffer.concat(chunks), response.headers['content-encoding'] === 'gzip')
          if (response.statusCode === 200 || response.statusCode === 201) resolve(reply)
          else reject(new Error(`${path} answered ${response.statusCode}: ${reply.text()}`))
        })
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  }

  end(): void {
    this.#agent.destroy()
  }
}

class Reply {
  readonly #body: Buffer
  readonly #isCompressed: boolean
  constructor(body: Buffer, isCompressed: boolean) {
    this.#body = body
    this.#isCompressed = isCompressed
  }

  /** Bytes on the wire. */
  get size(): number {
    return this.#body.length
  }

  text(): string {
    return (this.#isCompressed ? gunzipSync(this.#body) : this.#body).toString()
  }

  json(): unknown {
    return JSON.parse(this.text())
  }
}
