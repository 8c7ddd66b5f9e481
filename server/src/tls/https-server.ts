import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { CHECK_HEADERS_EVERY, type ConnectionLimit, HEADERS_WITHIN, LISTEN_BACKLOG } from '#/http/connection-limit.ts'
import type { Certificate, CertificateSource } from './certificates.ts'

/** Milliseconds between two checks whether addresses, names or files of the certificate have changed. */
const CHECK_EVERY_MS = 60_000

interface Options {
  readonly port: number
  readonly source: CertificateSource
  readonly now: () => Date
  readonly logError: (error: unknown) => void
  readonly logWarning: (text: string) => void
}

/**
 * The HTTPS port of the application. It passes requests and upgrades to the HTTP server of the application, so that both ports
 * serve the same routes and sockets.
 */
export class HttpsServer {
  readonly #app: FastifyInstance
  readonly #server: Server
  readonly #options: Options
  #certificate: Certificate
  #timer: NodeJS.Timeout | undefined

  private constructor(app: FastifyInstance, options: Options, certificate: Certificate) {
    const { requestTimeout, headersTimeout, keepAliveTimeout } = app.server
    this.#app = app
    this.#options = options
    this.#certificate = certificate
    this.#server = createServer({
      ...certificate,
      requestTimeout,
      headersTimeout,
      keepAliveTimeout,
      connectionsCheckingInterval: CHECK_HEADERS_EVERY,
      handshakeTimeout: HEADERS_WITHIN,
    })
    for (const event of ['request', 'upgrade', 'clientError'])
      this.#server.on(event, (...values: unknown[]) => app.server.emit(event, ...values))
    // The reply to a client error waits for the end of a handshake that failed or timed out.
    this.#server.on('tlsClientError', (_error, socket) => socket.destroy())
    this.#warnOfLeftOut()
  }

  /** @throws an error if the certificate cannot be created or read. */
  static async create(app: FastifyInstance, options: Options): Promise<HttpsServer> {
    return new HttpsServer(app, options, await options.source(options.now()))
  }

  limitConnections(limit: ConnectionLimit): void {
    limit.watch(this.#server, { isTls: true })
  }

  get isListening(): boolean {
    return this.#server.listening
  }

  /** The port since `listen`; before, the configured port. */
  get port(): number {
    const address = this.#server.address() as AddressInfo | null // it listens on TCP
    return address?.port ?? this.#options.port
  }

  /** The port of HTTP on the same host. */
  get httpPort(): number {
    return (this.#app.server.address() as AddressInfo | null)?.port ?? 0 // it listens on TCP, and requests come after that
  }

  get certificate(): Certificate {
    return this.#certificate
  }

  /** @throws an error if the port is in use. */
  async listen(host: string): Promise<void> {
    this.#server.listen({ port: this.#options.port, host, backlog: LISTEN_BACKLOG })
    await once(this.#server, 'listening')
    this.#timer = setInterval(() => void this.refresh(), CHECK_EVERY_MS).unref()
  }

  /** Applies a renewed certificate to new connections. After a failure the previous certificate stays in use. */
  async refresh(): Promise<void> {
    try {
      const certificate = await this.#options.source(this.#options.now())
      if (certificate.cert === this.#certificate.cert) return
      this.#server.setSecureContext(certificate)
      this.#certificate = certificate
      this.#warnOfLeftOut()
    } catch (error) {
      this.#options.logError(error)
    }
  }

  /** Accepts no more connections. Running requests complete. */
  stopListening(): void {
    clearInterval(this.#timer)
    this.#server.close()
    this.#server.closeIdleConnections()
  }

  closeAllConnections(): void {
    this.#server.closeAllConnections()
  }

  #warnOfLeftOut(): void {
    const { leftOut } = this.#certificate
    if (leftOut.length > 0)
      this.#options.logWarning(
        `the certificate authority of this server does not allow ${leftOut.join(', ')} (docs/operations.md)`,
      )
  }
}
