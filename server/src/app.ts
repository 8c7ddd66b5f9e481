import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyInstance } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type { Config } from '#/config.ts'
import type { Databases, Db } from '#/db/pool.ts'
import { transactionOn } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { registerAccountRoutes } from '#/features/accounts/accounts.routes.ts'
import { registerAdminUserRoutes } from '#/features/accounts/admin-users.routes.ts'
import { registerUnitRoutes } from '#/features/accounts/unit.routes.ts'
import { accountCommandHandlers } from '#/features/accounts/accounts.sockets.ts'
import { registerPasswordRoutes } from '#/features/accounts/passwords.routes.ts'
import { registerPeopleRoutes } from '#/features/accounts/people.routes.ts'
import { mayReadAvatars } from '#/features/accounts/profile.service.ts'
import { viewersOn } from '#/features/accounts/sessions.service.ts'
import { registerLacsRoutes } from '#/features/admin/lacs.routes.ts'
import { registerAlertGroupRoutes } from '#/features/alerts/alert-groups-admin.routes.ts'
import { registerAuditRoutes } from '#/features/admin/audit.routes.ts'
import { alertTokensOn } from '#/features/alerts/alert-tokens.service.ts'
import { registerAlertRoutes } from '#/features/alerts/alerts.routes.ts'
import { mayReadAlertFiles } from '#/features/alerts/alerts.service.ts'
import { alertCommandHandlers } from '#/features/alerts/alerts.sockets.ts'
import { Ledger } from '#/features/alerts/ledger.service.ts'
import { keepRepeating } from '#/features/alerts/repeats.service.ts'
import { registerCommentRoutes } from '#/features/comments/comments.routes.ts'
import { mayReadCommentFiles } from '#/features/comments/comments.service.ts'
import { commentCommandHandlers } from '#/features/comments/comments.sockets.ts'
import { registerDashboardRoutes } from '#/features/dashboard/dashboard.routes.ts'
import { mayReadLinkFiles } from '#/features/dashboard/links.service.ts'
import { registerEventRoutes } from '#/features/events/events.routes.ts'
import { announcerOn } from '#/features/events/events.service.ts'
import { registerFeedRoutes } from '#/features/feeds/feeds.routes.ts'
import { mayReadFeedFiles } from '#/features/feeds/feeds.service.ts'
import { feedCommandHandlers } from '#/features/feeds/feeds.sockets.ts'
import { registerPostRoutes } from '#/features/feeds/posts.routes.ts'
import { mayReadPostFiles } from '#/features/feeds/posts.service.ts'
import { keepingAlertGrants } from '#/features/files/media-cookie.service.ts'
import { registerFileRoutes } from '#/features/files/files.routes.ts'
import { followActivity } from '#/features/messaging/activity.service.ts'
import { registerMessageRoutes } from '#/features/messaging/messages.routes.ts'
import { mayReadMessageFiles } from '#/features/messaging/messages.service.ts'
import { messagingCommandHandlers } from '#/features/messaging/messaging.sockets.ts'
import { registerThreadRoutes } from '#/features/messaging/threads.routes.ts'
import { Watermarks } from '#/features/messaging/watermarks.service.ts'
import { mayReadDocument } from '#/features/pages/documents.service.ts'
import { registerDraftRoutes } from '#/features/pages/drafts.routes.ts'
import { registerPageRoutes } from '#/features/pages/pages.routes.ts'
import { pageCommandHandlers } from '#/features/pages/pages.sockets.ts'
import { registerApiDocs } from '#/http/api-docs.ts'
import { keepHouse } from '#/housekeeping.ts'
import { Afterwards } from '#/http/afterwards.ts'
import { errorBoundary, refuse } from '#/http/errors.ts'
import { registerHealth } from '#/http/health.ts'
import { registerSecurityHeaders } from '#/http/security-headers.ts'
import { registerStaticFiles } from '#/http/static-files.ts'
import { registerUploads } from '#/http/uploads.ts'
import { diskStorage } from '#/ports/disk-storage.ts'
import { smtpMail } from '#/ports/smtp-mail.ts'
import { createIo, type Io, realtimeOn, serveSockets } from '#/realtime/io.ts'

/** Bytes of a JSON body: words, never files. */
const BODY_MAX = 256 * 1024
/**
 * Milliseconds in which a request must have come whole, so that nobody holds connections for ever. Long, since ten files of
 * 25 MB over a slow Wi-Fi (1.2 Mbit/s) take half an hour; an SOS waits for nobody (sos-body.ts).
 */
const REQUEST_WITHIN = 1_800_000
/** Milliseconds that requests under way are given when the server ends. */
const CLOSE_GRACE = 1500

/** What differs between the product and its tests. */
export interface AppOptions {
  readonly now?: () => Date
  readonly checksReplies?: boolean
}

/** The composition root: everything that runs is put together here, and nowhere else. */
export async function createApp(
  config: Config,
  { db, sosDb }: Databases,
  options: AppOptions = {},
): Promise<{ app: FastifyInstance; io: Io; deps: Deps }> {
  const app = fastify({
    logger: { level: 'warn' },
    bodyLimit: BODY_MAX,
    requestTimeout: REQUEST_WITHIN,
    frameworkErrors: (error, request, reply) => void refuse(error, request, reply),
    trustProxy: config.trustProxy.length > 0 && [...config.trustProxy],
  })
  const io = createIo(app.server)
  const now = options.now ?? (() => new Date())
  const logError = (error: unknown) => app.log.error(error)
  const afterwards = new Afterwards(logError)
  const announcer = await announcerOn(db, logError)
  announcer.attach(io)
  const workingOn = async (one: Db) => ({
    db: one,
    transaction: transactionOn(one, announcer),
    sessions: { viewerOf: viewersOn(one, now) },
    alertTokens: await alertTokensOn(one, now),
    keepAlertGrant: keepingAlertGrants(one),
  })
  const deps: Deps = {
    ...(await workingOn(db)),
    config,
    announcer,
    realtime: realtimeOn(io, logError),
    storage: await diskStorage(`${config.dataDir}/files`),
    mail: config.smtpUrl === null || config.publicUrl === null ? null : smtpMail(config.smtpUrl, config.publicUrl),
    now,
    checksReplies: options.checksReplies ?? false,
    afterwards: afterwards.begin,
    logError,
  }
  const sosDeps: Deps = { ...deps, ...(await workingOn(sosDb)) }
  const ledger = new Ledger(deps)
  const watermarks = new Watermarks(deps)

  app.setValidatorCompiler(validatorCompiler)
  errorBoundary(app)
  await registerSecurityHeaders(app, config)
  await app.register(rateLimit, { global: false })
  await registerUploads(app)
  await registerApiDocs(app)
  registerHealth(app, deps)
  registerAccountRoutes(app, deps)
  registerPasswordRoutes(app, deps)
  registerPeopleRoutes(app, deps)
  registerAdminUserRoutes(app, deps, followActivity(deps, watermarks))
  registerAuditRoutes(app, deps)
  registerUnitRoutes(app, deps)
  registerAlertRoutes(app, deps, sosDeps, ledger)
  registerAlertGroupRoutes(app, deps)
  registerThreadRoutes(app, deps, watermarks)
  registerMessageRoutes(app, deps, watermarks)
  registerFeedRoutes(app, deps)
  registerPostRoutes(app, deps)
  registerCommentRoutes(app, deps)
  registerPageRoutes(app, deps)
  registerDraftRoutes(app, deps)
  registerDashboardRoutes(app, deps)
  registerLacsRoutes(app, deps)
  registerEventRoutes(app, deps)
  registerFileRoutes(app, deps, {
    alert: mayReadAlertFiles,
    user: mayReadAvatars,
    dashboardLink: mayReadLinkFiles,
    message: mayReadMessageFiles,
    feed: mayReadFeedFiles,
    post: mayReadPostFiles,
    comment: mayReadCommentFiles,
    document: mayReadDocument,
  })
  await registerStaticFiles(app, deps)
  serveSockets(io, deps, {
    ...accountCommandHandlers,
    ...alertCommandHandlers(deps, ledger),
    ...messagingCommandHandlers(deps),
    ...feedCommandHandlers(deps),
    ...commentCommandHandlers(deps),
    ...pageCommandHandlers(deps),
  })

  const stopKeepingHouse = keepHouse(deps)
  const stopRepeating = keepRepeating(deps)
  app.addHook('preClose', async () => {
    stopKeepingHouse()
    await stopRepeating()
    announcer.close()
    io.local.disconnectSockets(true)
    // What is left then would hold up the end, and all that is written after it, for a minute: connections that never asked anything
    // (browsers open some in reserve), and sockets that came meanwhile or have not said who they are.
    setTimeout(() => {
      io.engine.close()
      app.server.closeAllConnections()
    }, CLOSE_GRACE).unref()
  })
  // After the last request: what it acknowledged is written, and the log holds the counts for those who catch up.
  app.addHook('onClose', () => ledger.close())
  app.addHook('onClose', () => watermarks.close())
  app.addHook('onClose', async () => {
    await afterwards.end()
    deps.mail?.close()
  })
  return { app, io, deps }
}
