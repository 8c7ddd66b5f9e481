import { setTimeout as sleep } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type { Config } from '#/config.ts'
import type { JournalEventName } from '#/db/journal-events.ts'
import { startJobs } from '#/db/jobs.ts'
import { readHighestId } from '#/db/ids.ts'
import type { Databases, Db } from '#/db/pool.ts'
import { createRateLimiter } from '#/db/rate-limits.ts'
import { createTransaction } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { registerAccountRoutes } from '#/features/accounts/accounts.routes.ts'
import { registerAdminUserRoutes } from '#/features/accounts/admin-users.routes.ts'
import { registerClockRoutes } from '#/features/accounts/clock.routes.ts'
import { registerDiskRoutes } from '#/features/accounts/disk.routes.ts'
import { registerUnitRoutes } from '#/features/accounts/unit.routes.ts'
import { accountCommandHandlers } from '#/features/accounts/accounts.sockets.ts'
import { registerPasswordRoutes } from '#/features/accounts/passwords.routes.ts'
import { registerPeopleRoutes } from '#/features/accounts/people.routes.ts'
import { mayReadAvatars } from '#/features/accounts/profile.service.ts'
import { createSessionLookup } from '#/features/accounts/sessions.service.ts'
import { registerLacsRoutes } from '#/features/admin/lacs.routes.ts'
import { registerAlertGroupRoutes } from '#/features/alerts/alert-groups-admin.routes.ts'
import { registerAuditRoutes } from '#/features/admin/audit.routes.ts'
import { AnonymousBudget } from '#/features/alerts/anonymous-budget.ts'
import { registerAnonymousDataRoutes } from '#/features/alerts/anonymous-data.routes.ts'
import { createAlertTokens } from '#/features/alerts/alert-tokens.service.ts'
import { registerAlertRoutes } from '#/features/alerts/alerts.routes.ts'
import { createOpenAlertThread } from '#/features/alerts/alert-chat.service.ts'
import { mayReadAlertFiles } from '#/features/alerts/alerts.service.ts'
import { ChangeThrottle } from '#/features/alerts/change-throttle.ts'
import { alertCommandHandlers } from '#/features/alerts/alerts.sockets.ts'
import { alertTopics } from '#/features/alerts/alerts.topics.ts'
import { Ledger } from '#/features/alerts/ledger.service.ts'
import { alarmRepeatsJob } from '#/features/alerts/repeats.service.ts'
import { registerCallRoutes } from '#/features/calls/calls.routes.ts'
import { callCommandHandlers } from '#/features/calls/calls.sockets.ts'
import { callTimeoutsJob } from '#/features/calls/call-timeouts.service.ts'
import { registerCommentRoutes } from '#/features/comments/comments.routes.ts'
import { mayReadCommentFiles } from '#/features/comments/comments.service.ts'
import { commentCommandHandlers } from '#/features/comments/comments.sockets.ts'
import { registerDashboardRoutes } from '#/features/dashboard/dashboard.routes.ts'
import { mayReadLinkFiles } from '#/features/dashboard/links.service.ts'
import { registerEventRoutes } from '#/features/events/events.routes.ts'
import { openJournal } from '#/features/events/events.service.ts'
import { registerFeedRoutes } from '#/features/feeds/feeds.routes.ts'
import { mayReadFeedFiles } from '#/features/feeds/feeds.service.ts'
import { feedCommandHandlers } from '#/features/feeds/feeds.sockets.ts'
import { feedTopics } from '#/features/feeds/feeds.topics.ts'
import { registerPostRoutes } from '#/features/feeds/posts.routes.ts'
import { mayReadPostFiles } from '#/features/feeds/posts.service.ts'
import { createAlertGrantWriter } from '#/features/files/media-cookie.service.ts'
import { registerFileRoutes } from '#/features/files/files.routes.ts'
import { threadsOfUsersConsumer } from '#/features/messaging/activity.service.ts'
import { handsFreeCommandHandlers } from '#/features/hands-free/hands-free.sockets.ts'
import { registerHandsFreeRoutes } from '#/features/hands-free/hands-free.routes.ts'
import { registerHttpsRoutes } from '#/features/https/https.routes.ts'
import { registerMessageRoutes } from '#/features/messaging/messages.routes.ts'
import { createSendMessage, messageFileReader } from '#/features/messaging/messages.service.ts'
import { messagingCommandHandlers } from '#/features/messaging/messaging.sockets.ts'
import { messagingTopics } from '#/features/messaging/messaging.topics.ts'
import { ReadAloud } from '#/features/messaging/read-aloud.service.ts'
import { registerThreadRoutes } from '#/features/messaging/threads.routes.ts'
import { Watermarks } from '#/features/messaging/watermarks.service.ts'
import { mayReadDocument } from '#/features/pages/documents.service.ts'
import { registerDraftRoutes } from '#/features/pages/drafts.routes.ts'
import { registerPageRoutes } from '#/features/pages/pages.routes.ts'
import { pageCommandHandlers } from '#/features/pages/pages.sockets.ts'
import { pageTopics } from '#/features/pages/pages.topics.ts'
import { RadioChannels } from '#/features/radio/radio-channels.ts'
import { followHiddenLocations } from '#/features/radio/radio-location-hints.ts'
import { startRadioTimers } from '#/features/radio/radio-timers.ts'
import { registerRadioRoutes } from '#/features/radio/radio.routes.ts'
import { radioCommandHandlers } from '#/features/radio/radio.sockets.ts'
import { radioTopics } from '#/features/radio/radio.topics.ts'
import { registerSpeechRoutes } from '#/features/speech/speech.routes.ts'
import { voiceNotesJob } from '#/features/speech/voice-notes.service.ts'
import { VoicePosts } from '#/features/speech/voice-posts.service.ts'
import { registerApiDocs } from '#/http/api-docs.ts'
import { cleanupJobs } from '#/cleanup-jobs.ts'
import { BackgroundTasks } from '#/http/background-tasks.ts'
import { replyToParserError } from '#/http/client-errors.ts'
import { ConnectionLimit } from '#/http/connection-limit.ts'
import { registerErrorHandler, sendError } from '#/http/errors.ts'
import { registerHealth } from '#/http/health.ts'
import { rewriteUrl } from '#/http/route.ts'
import { registerSecurityHeaders } from '#/http/security-headers.ts'
import { registerStaticFiles } from '#/http/static-files.ts'
import { registerUploads } from '#/http/uploads.ts'
import { type DiskSpace, UNWATCHED_DISK } from '#/ports/disk-guard.ts'
import { diskStorage } from '#/ports/disk-storage.ts'
import type { Speech, SpeechSynthesizer } from '#/ports/speech.ts'
import { smtpMail } from '#/ports/smtp-mail.ts'
import { SpeechService } from '#/ports/speech-service.ts'
import { cutSlowSockets } from '#/realtime/cut-slow-sockets.ts'
import { Consumers } from '#/realtime/consumers.ts'
import { createIo, createRealtime, type Io, handleConnections } from '#/realtime/io.ts'
import { EndpointRelay } from '#/realtime/endpoint-relay.ts'
import { createJournalNotifier } from '#/realtime/journal-notify.ts'
import { type JournalEvent, JournalReader } from '#/realtime/journal-reader.ts'
import { openPgChannel } from '#/realtime/pg-channel.ts'
import { Presence } from '#/realtime/presence.ts'
import { SocketDelivery } from '#/realtime/socket-delivery.ts'
import { Topics } from '#/realtime/topics.ts'
import { certificateSource } from '#/tls/certificates.ts'
import { HttpsServer } from '#/tls/https-server.ts'

/** Max bytes of a JSON body, which contains text and never files. */
const BODY_MAX = 256 * 1024
/**
 * Milliseconds in which a complete request must arrive, so that no client keeps a connection open for ever. Ten files of 25 MB
 * over a slow Wi-Fi (1.2 Mbit/s) take half an hour. An SOS does not wait for its whole body (sos-body.ts).
 */
const REQUEST_WITHIN = 1_800_000
/**
 * Max milliseconds that a change of rights waits for the sockets of this process. They follow later when PostgreSQL is
 * unavailable.
 */
const RIGHTS_APPLIED_WITHIN_MS = 1000
/** Milliseconds that running requests get to complete when the server closes. */
const CLOSE_GRACE = 1500

/** Options that differ between production and tests. */
export interface AppOptions {
  readonly now?: () => Date
  readonly checksReplies?: boolean
  /** The disk of the database. By default it is not watched. */
  readonly disk?: DiskSpace
  /** Replaces the recogniser. */
  readonly speech?: Speech
  /** Replaces the voices. */
  readonly synthesizer?: SpeechSynthesizer
  /** Receives the log, one JSON object a line. The default is the standard output. */
  readonly log?: { write(line: string): void }
}

/** The composition root: creates and registers everything that runs. */
export async function createApp(
  config: Config,
  { db, sosDb, url }: Databases,
  options: AppOptions = {},
): Promise<{ app: FastifyInstance; io: Io; deps: Deps; consumers: Consumers }> {
  const app = fastify({
    logger: { level: 'warn', ...(options.log && { stream: options.log }) },
    bodyLimit: BODY_MAX,
    requestTimeout: REQUEST_WITHIN,
    clientErrorHandler: replyToParserError,
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    rewriteUrl,
    trustProxy: config.trustProxy.length > 0 && [...config.trustProxy],
  })
  const connectionLimit = new ConnectionLimit()
  // Behind a proxy all connections have its address.
  if (config.trustProxy.length === 0) connectionLimit.watch(app.server, 'connection')
  const io = createIo(app.server, config, (text) => app.log.warn(text))
  cutSlowSockets(io.engine)
  // The client of Redis is loaded only where it is used.
  const stopSharingHints =
    config.redisUrl === null
      ? null
      : (await import('#/realtime/redis-hints.ts')).shareHints(io, config.redisUrl, (text) => app.log.warn(text))
  const now = options.now ?? (() => new Date())
  const disk = options.disk ?? UNWATCHED_DISK
  const logError = (error: unknown) => app.log.error(error)
  const backgroundTasks = new BackgroundTasks(logError)
  const https =
    config.https === 'auto'
      ? await HttpsServer.create(app, {
          port: config.httpsPort,
          source: certificateSource(config),
          now,
          logError,
          logWarning: (text) => app.log.warn(text),
        })
      : null
  if (https !== null && config.trustProxy.length === 0) https.limitConnections(connectionLimit)
  await readHighestId(db)
  const topics = new Topics([alertTopics, messagingTopics, feedTopics, pageTopics, radioTopics])
  const sessions = { viewerOf: createSessionLookup(db, now) }
  await openJournal(db)
  const delivery = new SocketDelivery(io, { db, sessions, topics, logError })
  const reader = new JournalReader(url, delivery, logError)
  await reader.start()
  // The embedded PostgreSQL serves one process only.
  const notifier = config.databaseUrl === null ? null : createJournalNotifier(url, () => reader.wake())
  const journal = {
    wake() {
      reader.wake()
      notifier?.notify()
    },
    flush: () => reader.flush(),
    onDelivered: (listener: (event: JournalEvent) => void) => delivery.onDelivered(listener),
    async applied(names: readonly JournalEventName[]) {
      if (names.some((name) => topics.changesRights(name)))
        await Promise.race([reader.flush(), sleep(RIGHTS_APPLIED_WITHIN_MS, undefined, { ref: false })])
    },
  }
  const createDatabaseDeps = async (pool: Db) => ({
    db: pool,
    transaction: createTransaction(pool, journal, () => disk.release()),
    sessions: pool === db ? sessions : { viewerOf: createSessionLookup(pool, now) },
    alertTokens: await createAlertTokens(pool, now),
    keepAlertGrant: createAlertGrantWriter(pool),
    rateLimiter: createRateLimiter(pool, now),
  })
  const storage = await diskStorage(`${config.dataDir}/files`)
  const speech = new SpeechService(config, (text) => app.log.warn(text))
  const deps: Deps = {
    ...(await createDatabaseDeps(db)),
    config,
    journal,
    topics,
    realtime: createRealtime(io),
    relay: new EndpointRelay(io, config.databaseUrl === null ? null : (onText) => openPgChannel(url, 'noroshi_relay', onText)),
    presence: new Presence(db, logError),
    storage,
    disk,
    speech: options.speech ?? speech,
    synthesizer: options.synthesizer ?? speech,
    https,
    anonymousBudget: new AnonymousBudget({ config, db, storage, now }),
    mail: config.smtpUrl === null || config.publicUrl === null ? null : smtpMail(config.smtpUrl, config.publicUrl),
    now,
    checksReplies: options.checksReplies ?? false,
    runInBackground: backgroundTasks.start,
    logError,
  }
  const sosDeps: Deps = { ...deps, ...(await createDatabaseDeps(sosDb)) }
  const ledger = new Ledger(deps)
  const throttle = new ChangeThrottle(deps)
  const watermarks = new Watermarks(deps)
  const sendMessage = createSendMessage(deps, watermarks)
  const radioChannels = new RadioChannels(deps, watermarks)
  followHiddenLocations(deps)
  const voicePosts = new VoicePosts(deps, watermarks)
  new ReadAloud(deps).start(journal)
  const consumers = new Consumers(deps, [threadsOfUsersConsumer(deps)])

  app.setValidatorCompiler(validatorCompiler)
  registerErrorHandler(app)
  // The web compares stored times with the clock of the server, not with the clock of the device (web: server-time.ts).
  app.addHook('onRequest', async (_request, reply) => void reply.header('date', now().toUTCString()))
  await registerSecurityHeaders(app, config, () => https?.port ?? null)
  await registerUploads(app)
  await registerApiDocs(app)
  registerHealth(app, deps)
  registerAccountRoutes(app, deps)
  registerPasswordRoutes(app, deps)
  registerPeopleRoutes(app, deps)
  registerAdminUserRoutes(app, deps)
  registerAuditRoutes(app, deps)
  registerClockRoutes(app, deps)
  registerDiskRoutes(app, deps)
  registerUnitRoutes(app, deps)
  registerAlertRoutes(app, deps, sosDeps, { ledger, throttle, sendMessage })
  registerAnonymousDataRoutes(app, deps)
  registerAlertGroupRoutes(app, deps)
  registerThreadRoutes(app, deps, watermarks)
  registerMessageRoutes(app, deps, { watermarks, sendMessage, openAlertThread: createOpenAlertThread(deps) })
  registerFeedRoutes(app, deps)
  registerPostRoutes(app, deps)
  registerCommentRoutes(app, deps)
  registerPageRoutes(app, deps)
  registerDraftRoutes(app, deps)
  registerDashboardRoutes(app, deps)
  registerLacsRoutes(app, deps)
  registerCallRoutes(app, deps)
  registerRadioRoutes(app, deps, watermarks)
  await registerSpeechRoutes(app, deps, voicePosts)
  registerHandsFreeRoutes(app, deps)
  registerEventRoutes(app, deps, (sessionId, events) => watermarks.sent.recordCatchUp(sessionId, events))
  registerFileRoutes(app, deps, {
    alert: mayReadAlertFiles,
    user: mayReadAvatars,
    dashboardLink: mayReadLinkFiles,
    message: messageFileReader(mayReadAlertFiles),
    feed: mayReadFeedFiles,
    post: mayReadPostFiles,
    comment: mayReadCommentFiles,
    document: mayReadDocument,
  })
  registerHttpsRoutes(app, deps)
  await registerStaticFiles(app, deps)
  handleConnections(io, deps, {
    ...accountCommandHandlers,
    ...alertCommandHandlers(deps, ledger),
    ...messagingCommandHandlers(deps),
    ...feedCommandHandlers(deps),
    ...commentCommandHandlers(deps),
    ...pageCommandHandlers(deps),
    ...callCommandHandlers(deps),
    ...radioCommandHandlers(deps, radioChannels),
    ...handsFreeCommandHandlers,
  })

  if (config.redisUrl === null && (await deps.presence.hasOtherProcesses()))
    app.log.warn('Without REDIS_URL, typing notices, live locations and radio sound stay within each server process')
  await deps.presence.start()
  await consumers.start()
  await throttle.start()
  await deps.anonymousBudget.refresh()
  const stopRadioTimers = await startRadioTimers(deps, radioChannels)
  const jobs = [...cleanupJobs(deps), alarmRepeatsJob(deps), callTimeoutsJob(deps), voicePosts.job, voiceNotesJob(deps)]
  const stopTimers = [startJobs(db, logError, jobs), stopRadioTimers]
  app.addHook('preClose', async () => {
    for (const stop of stopTimers) await stop()
    https?.stopListening()
    io.local.disconnectSockets(true)
    // Remaining connections would delay the end of the process by a minute: connections without a request (browsers open some in
    // reserve), and sockets that connected meanwhile or have not completed the handshake.
    setTimeout(() => {
      io.engine.close()
      app.server.closeAllConnections()
      https?.closeAllConnections()
    }, CLOSE_GRACE).unref()
  })
  // After the last request: pending acknowledgements are written, and the journal contains the counts for clients that catch up.
  for (const part of [throttle, ledger, watermarks]) app.addHook('onClose', () => part.close())
  app.addHook('onClose', async () => {
    speech.close() // tasks that wait for a text get none
    await backgroundTasks.end()
    for (const part of [consumers, deps.presence, notifier, deps.relay]) await part?.close()
    await stopSharingHints?.()
    await reader.close()
    deps.mail?.close()
  })
  return { app, io, deps, consumers }
}
