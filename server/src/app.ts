import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import type { Config } from '#/config.ts'
import { type Job, startJobs } from '#/db/jobs.ts'
import type { Databases } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { registerApiDocs } from '#/http/api-docs.ts'
import { replyToParserError } from '#/http/client-errors.ts'
import { createAddressOf } from '#/http/client-address.ts'
import { CHECK_HEADERS_EVERY, ConnectionLimit, HEADERS_WITHIN } from '#/http/connection-limit.ts'
import { registerErrorHandler, sendError } from '#/http/errors.ts'
import type { Health } from '#/features/health/health.service.ts'
import { registerHealth } from '#/http/health.ts'
import { logOptions, REQUEST_ID_HEADER, registerRequestLog } from '#/http/request-log.ts'
import { rewriteUrl } from '#/http/route.ts'
import { registerSecurityHeaders } from '#/http/security-headers.ts'
import { registerStaticFiles } from '#/http/static-files.ts'
import { registerUploads } from '#/http/uploads/uploads.ts'
import { attributeSockets } from '#/realtime/attribute-sockets.ts'
import { Consumers } from '#/realtime/consumers.ts'
import { disconnectSilentSockets } from '#/realtime/disconnect-silent-sockets.ts'
import { disconnectSlowSockets } from '#/realtime/disconnect-slow-sockets.ts'
import { createIo, type Io } from '#/realtime/io.ts'
import { createDeps, type DepsOptions } from '#/create-deps.ts'
import { registerFeatures } from '#/register-features.ts'

/** Max bytes of a JSON body, which contains text and never files. */
const BODY_MAX = 256 * 1024
/**
 * Milliseconds in which a complete request must arrive, so that no client keeps a connection open for ever. Ten files
 * of 25 MB over a slow Wi-Fi (1.2 Mbit/s) take half an hour. An SOS does not wait for its whole body (sos-body.ts).
 */
const REQUEST_WITHIN = 1_800_000
/** Max characters of a parameter in a path: several topics of an alarm app. Ids and codes are shorter. */
const PARAMETER_MAX = 1000
/** Milliseconds that running requests get to complete when the server closes. */
const CLOSE_GRACE = 1500

/** Options that differ between production and tests. */
export interface AppOptions extends DepsOptions {
  /** Receives the log, one JSON object a line. The default is the standard output. */
  readonly log?: { write(line: string): void }
}

/** The composition root: creates the server, its dependencies and all features, and closes them with the server. */
export async function createApp(
  config: Config,
  databases: Databases,
  options: AppOptions = {},
): Promise<{ app: FastifyInstance; io: Io; deps: Deps; consumers: Consumers; health: Health; jobs: readonly Job[] }> {
  const app = fastify({
    ...logOptions(config, options.log),
    bodyLimit: BODY_MAX,
    requestTimeout: REQUEST_WITHIN,
    http: { headersTimeout: HEADERS_WITHIN, connectionsCheckingInterval: CHECK_HEADERS_EVERY },
    clientErrorHandler: replyToParserError,
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply.header(REQUEST_ID_HEADER, request.id)),
    rewriteUrl,
    routerOptions: { maxParamLength: PARAMETER_MAX },
    trustProxy: config.trustProxy.length > 0 && [...config.trustProxy],
  })
  const addressOf = createAddressOf(config)
  const connectionLimit = new ConnectionLimit(addressOf)
  connectionLimit.watch(app.server)
  const io = createIo(app.server, config, addressOf, (text) => app.log.warn(text))
  attributeSockets(io, connectionLimit)
  disconnectSlowSockets(io.engine)
  disconnectSilentSockets(io.engine)
  const { deps, sosDeps, close } = await createDeps(app, io, config, databases, options)
  deps.https?.limitConnections(connectionLimit)

  registerErrorHandler(app)
  // The web compares stored times with the clock of the server, not with the clock of the device (web: server-time.ts).
  app.addHook('onRequest', async (_request, reply) => void reply.header('date', deps.now().toUTCString()))
  registerRequestLog(app)
  deps.metrics.watchRequests(app)
  await registerSecurityHeaders(app, config, () => deps.https?.port ?? null)
  await app.register(cookie)
  await registerUploads(app)
  await registerApiDocs(app)
  registerHealth(app, deps)
  const features = await registerFeatures(app, io, deps, sosDeps)
  await registerStaticFiles(app)

  if (config.redisUrl === null && (await deps.presence.hasOtherProcesses()))
    app.log.warn('Without REDIS_URL, typing notices, live locations and radio sound stay within each server process')
  await deps.presence.start()
  await features.consumers.start()
  await deps.anonymousBudget.refresh()
  const stopTimers = await features.start()
  const stopJobs = startJobs(deps.db, deps.logError, features.jobs, deps.jobStarts)
  app.addHook('preClose', async () => {
    await stopJobs()
    await stopTimers()
    deps.https?.stopListening()
    io.local.disconnectSockets(true)
    // Remaining connections would delay the end of the process by a minute: connections without a request (browsers
    // open some in reserve), and sockets that connected meanwhile or have not completed the handshake.
    setTimeout(() => {
      io.engine.close()
      app.server.closeAllConnections()
      deps.https?.closeAllConnections()
    }, CLOSE_GRACE).unref()
  })
  app.addHook('onClose', async () => {
    await features.consumers.close()
    await close()
  })
  return { app, io, deps, consumers: features.consumers, health: features.health, jobs: features.jobs }
}
