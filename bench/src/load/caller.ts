import { Agent, request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { API_BASE } from '@noroshi/contract/routes'

const MOST = 64

/**
 * Asks a server over connections that stay open, as browsers do. Bare of what `fetch` does beside: this process shares two cores with
 * the server, and its own work would be counted as the server's. Bodies are unpacked when they are looked at, after the clock stopped.
 */
export class Caller {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: MOST })
  readonly #url: string
  constructor(url: string) {
    this.#url = url
  }

  asks(token: string, path: string, sent?: object): Promise<Answer> {
    const body = sent === undefined ? undefined : JSON.stringify(sent)
    const headers = {
      authorization: `Bearer ${token}`,
      'accept-encoding': 'gzip',
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    }
    return new Promise((resolve, reject) => {
      const method = body === undefined ? 'GET' : 'POST'
      const asked = request(this.#url + API_BASE + path, { agent: this.#agent, method, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const answer = new Answer(Buffer.concat(chunks), response.headers['content-encoding'] === 'gzip')
          if (response.statusCode === 200 || response.statusCode === 201) resolve(answer)
          else reject(new Error(`${path} answered ${response.statusCode}: ${answer.text()}`))
        })
      })
      asked.on('error', reject)
      asked.end(body)
    })
  }

  end(): void {
    this.#agent.destroy()
  }
}

class Answer {
  readonly #body: Buffer
  readonly #isPacked: boolean
  constructor(body: Buffer, isPacked: boolean) {
    this.#body = body
    this.#isPacked = isPacked
  }

  /** Bytes on the wire. */
  get size(): number {
    return this.#body.length
  }

  text(): string {
    return (this.#isPacked ? gunzipSync(this.#body) : this.#body).toString()
  }

  json(): unknown {
    return JSON.parse(this.text())
  }
}
