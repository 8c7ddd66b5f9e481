import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#/config.ts'
import type { JournalEventName } from '#/db/journal-events.ts'
import { readHighestId } from '#/db/ids.ts'
import type { Databases, Db } from '#/db/pool.ts'
import { createRateLimiter } from '#/db/rate-limits.ts'
import { createTransaction } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { DailyUsage } from '#/features/accounts/server/daily-usage.ts'
import { createSessionLookup } from '#/features/accounts/sessions/sessions.service.ts'
import { AlertSources } from '#/features/alerts/anonymous/alert-sources.service.ts'
import { AnonymousBudget } from '#/features/alerts/anonymous/anonymous-budget.ts'
import { createAlertTokens } from '#/features/alerts/anonymous/alert-tokens.service.ts'
import { DeliveryCounts } from '#/features/health/delivery-counts.service.ts'
import { openJournal } from '#/features/events/events.service.ts'
import { createAlertGrantWriter } from '#/features/files/media-cookie.service.ts'
import { waitingPasswords } from '#/features/accounts/passwords/hashing.ts'
import { BackgroundTasks } from '#/http/background-tasks.ts'
import { waitingTexts } from '#/http/gzip.ts'
import { Screens } from '#/http/screens.ts'
import { waitingMedia } from '#/http/uploads/upload-media.ts'
import { Metrics } from '#/metrics.ts'
import { countedMail } from '#/ports/counted-mail.ts'
import { type DiskSpace, UNWATCHED_DISK } from '#/ports/disk-guard.ts'
import { diskStorage } from '#/ports/disk-storage.ts'
import type { Mail } from '#/ports/mail.ts'
import type { Speech, SpeechSynthesizer } from '#/ports/speech.ts'
import { smtpMail } from '#/ports/smtp-mail.ts'
import { SpeechService } from '#/ports/speech-service.ts'
import { linuxSystem, type System } from '#/ports/system.ts'
import { createRealtime, type Io } from '#/realtime/io.ts'
import { EndpointRelay } from '#/realtime/endpoint-relay.ts'
import { createJournalNotifier } from '#/realtime/journal-notify.ts'
import { type JournalEvent, JournalReader } from '#/realtime/journal-reader.ts'
import { openPgChannel } from '#/realtime/pg-channel.ts'
import { Presence } from '#/realtime/presence.ts'
import { SocketDelivery } from '#/realtime/socket-delivery.ts'
import { Topics } from '#/realtime/topics.ts'
import { certificateSource } from '#/tls/certificates.ts'
import { HttpsServer } from '#/tls/https-server.ts'
import { allFeatures } from '#/features.ts'
import { openS3Storage } from '#/storage-owner.ts'

/**
 * Max milliseconds that a change of rights waits for the sockets of this process. They follow later when PostgreSQL is
 * unavailable.
 */
const RIGHTS_APPLIED_WITHIN_MS = 1000

/** Dependencies that differ between production and tests. */
export interface DepsOptions {
  readonly now?: () => Date
  readonly checksReplies?: boolean
  /** The disk of the database. By default it is not watched. */
  readonly disk?: DiskSpace
  /** Replaces the computer that the health checks read. */
  readonly system?: System
  /** Replaces the recogniser. */
  readonly speech?: Speech
  /** Replaces the voices. */
  readonly synthesizer?: SpeechSynthesizer
}

interface CreatedDeps {
  readonly deps: Deps
  /** The same with the database connections that only an SOS uses. */
  readonly sosDeps: Deps
  /** Ends background tasks, closes connections and calls the listeners of `onClose`. Called after the last request. */
  close(): Promise<void>
}

/** Creates the dependencies of all services, and starts the journal reader of this process. */
export async function createDeps(
  app: FastifyInstance,
  io: Io,
  config: Config,
  databases: Databases,
  options: DepsOptions,
): Promise<CreatedDeps> {
  const { db, sosDb, url } = databases
  const now = options.now ?? (() => new Date())
  const disk = options.disk ?? UNWATCHED_DISK
  const logError = (error: unknown) => app.log.error(error)
  const logWarning = (text: string) => app.log.warn(text)
  // The client of Redis is loaded only where it is used.
  const stopSharingHints =
    config.redisUrl === null ? null : (await import('#/realtime/redis-hints.ts')).shareHints(io, config.redisUrl, logWarning)
  const backgroundTasks = new BackgroundTasks(logError)
  const closings: (() => Promise<void>)[] = []
  const https =
    config.https === 'auto'
      ? await HttpsServer.create(app, {
          port: config.httpsPort,
          source: certificateSource(config),
          now,
          logError,
          logWarning,
        })
      : null
  // Fails on the S3 folder of another server, before any other resource is open.
  const storage =
    config.s3 === null ? await diskStorage(`${config.dataDir}/files`) : await openS3Storage(db, config.s3, logWarning)
  await readHighestId(db)
  const screens = new Screens(
    db,
    allFeatures.flatMap(({ screens: kinds = [] }) => kinds),
  )
  const topics = new Topics(
    allFeatures.flatMap(({ topics }) => topics ?? []),
    screens.revocations,
  )
  const sessions = { viewerOf: createSessionLookup(db, now) }
  const { journal, closeJournal } = await startJournal(config, databases, io, { sessions, screens, topics, logError })
  const metrics = new Metrics({ countSockets: () => io.engine.clientsCount, readPools: databases.usage })
  metrics.watchQueue('pictures', waitingMedia)
  metrics.watchQueue('passwords', waitingPasswords)
  metrics.watchQueue('compression', waitingTexts)
  journal.onDelivered(metrics.countEvent)
  const createDatabaseDeps = async (pool: Db) => {
    const ownSessions = pool === db ? sessions : { viewerOf: createSessionLookup(pool, now) }
    const keepAlertGrant = createAlertGrantWriter(pool)
    const rateLimiter = createRateLimiter(pool, now)
    const poolName = pool === db ? '' : 'sos '
    metrics.watchQueue(`${poolName}sessions`, ownSessions.viewerOf.waiting)
    metrics.watchQueue(`${poolName}file rights`, keepAlertGrant.waiting)
    metrics.watchQueue(`${poolName}rate limits`, rateLimiter.waiting)
    return {
      db: pool,
      transaction: createTransaction(pool, journal, () => disk.release()),
      sessions: ownSessions,
      alertTokens: await createAlertTokens(pool, now),
      keepAlertGrant,
      rateLimiter,
    }
  }
  const deliveries = new DeliveryCounts({ db, now })
  const speech = new SpeechService(config, logWarning)
  const deps: Deps = {
    ...(await createDatabaseDeps(db)),
    config,
    databaseUrl: url,
    journal,
    screens,
    topics,
    realtime: createRealtime(io),
    relay: new EndpointRelay(io, config.databaseUrl === null ? null : (onText) => openPgChannel(url, 'noroshi_relay', onText)),
    // No other process uses the embedded database.
    presence: new Presence(db, logError, { isOnlyProcess: config.databaseUrl === null }),
    jobStarts: config.databaseUrl === null ? new Map<string, number>() : null,
    storage,
    disk,
    system: options.system ?? linuxSystem(),
    speech: options.speech ?? speech,
    synthesizer: options.synthesizer ?? speech,
    https,
    anonymousBudget: new AnonymousBudget({ config, db, storage, now }),
    dailyUsage: new DailyUsage({ db, now }),
    alertSources: await AlertSources.create(db, now),
    deliveries,
    mail: openMail(config, deliveries),
    now,
    metrics,
    checksReplies: options.checksReplies ?? false,
    runInBackground: backgroundTasks.start,
    onClose: (closeService) => void closings.push(closeService),
    logError,
  }
  return {
    deps,
    sosDeps: { ...deps, ...(await createDatabaseDeps(sosDb)) },
    async close() {
      speech.close() // tasks that wait for a text get none
      await backgroundTasks.end()
      await deps.dailyUsage.write().catch(logError)
      await deliveries.write().catch(logError)
      await deps.presence.close()
      await deps.relay.close()
      await stopSharingHints?.()
      await closeJournal()
      deps.mail?.close()
      for (const closeService of closings) await closeService()
    },
  }
}

/** Emails need a mail server, and the address of this server for their links. */
function openMail({ smtpUrl, publicUrl }: Config, deliveries: DeliveryCounts): Mail | null {
  if (smtpUrl === null || publicUrl === null) return null
  const { host } = new URL(smtpUrl)
  return countedMail(smtpMail(smtpUrl, publicUrl), (isSent) => deliveries.record('mail', host, isSent))
}

/** Starts the reader of the journal, which delivers events to the sockets of this process. */
async function startJournal(
  config: Config,
  { db, url }: Databases,
  io: Io,
  { sessions, screens, topics, logError }: Pick<Deps, 'sessions' | 'screens' | 'topics' | 'logError'>,
) {
  await openJournal(db)
  const delivery = new SocketDelivery(io, { db, sessions, screens, topics, logError })
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
  const closeJournal = async () => {
    await notifier?.close()
    await reader.close()
  }
  return { journal, closeJournal }
}
