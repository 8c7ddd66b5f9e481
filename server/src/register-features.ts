import type { FastifyInstance } from 'fastify'
import type { Job } from '#/db/jobs.ts'
import type { Deps } from '#/deps.ts'
import { commandsOf, filesOf } from '#/feature.ts'
import { allFeatures, features } from '#/features.ts'
import { registerAlarmAppRoutes } from '#/features/alarm-app/alarm-app.routes.ts'
import { alarmAppKey, alarmAppStore } from '#/features/alarm-app/alarm-app.service.ts'
import { registerAppStreams } from '#/features/alarm-app/alarm-app-streams.routes.ts'
import { AppSender } from '#/features/alarm-app/app-sender.service.ts'
import { AppStreams } from '#/features/alarm-app/streams.service.ts'
import { registerUnifiedPush } from '#/features/alarm-app/unified-push/unified-push.routes.ts'
import { UnifiedPush } from '#/features/alarm-app/unified-push/unified-push.service.ts'
import { createOpenAlertThread } from '#/features/alerts/chat/alert-chat.service.ts'
import { registerAlertRoutes } from '#/features/alerts/alerts.routes.ts'
import { mayReadAlertFiles } from '#/features/alerts/alerts.service.ts'
import { alertCommandHandlers } from '#/features/alerts/alerts.sockets.ts'
import { ChangeThrottle } from '#/features/alerts/change-throttle.ts'
import { Ledger } from '#/features/alerts/reach/ledger.service.ts'
import { BackupProcesses } from '#/features/backups/backup-process.ts'
import { registerBackupRoutes } from '#/features/backups/backups.routes.ts'
import { backupJob } from '#/features/backups/backups.service.ts'
import { registerEventRoutes } from '#/features/events/events.routes.ts'
import { registerFamilyRoutes } from '#/features/families/families.routes.ts'
import { registerFileRoutes } from '#/features/files/files.routes.ts'
import { lateJobsCheck } from '#/features/health/checks/late-jobs.check.ts'
import { registerHealthRoutes } from '#/features/health/health.routes.ts'
import { Health } from '#/features/health/health.service.ts'
import { registerThreadMediaRoutes } from '#/features/messaging/thread-media/thread-media.routes.ts'
import { registerPollRoutes } from '#/features/messaging/polls/polls.routes.ts'
import { registerMessageChangeRoutes } from '#/features/messaging/changes/message-changes.routes.ts'
import { registerMessageRoutes } from '#/features/messaging/messages.routes.ts'
import { createSendMessage, messageFileReader } from '#/features/messaging/messages.service.ts'
import { createSpeak } from '#/features/messaging/read-aloud/read-aloud.service.ts'
import { registerThreadRoutes } from '#/features/messaging/threads.routes.ts'
import { Watermarks } from '#/features/messaging/watermarks.service.ts'
import { pushConsumer } from '#/features/push/push-consumer.service.ts'
import { PushSender } from '#/features/push/push-sender.service.ts'
import { registerPushRoutes } from '#/features/push/push.routes.ts'
import { createPushPort, webPushStore } from '#/features/push/push.service.ts'
import { RadioChannels } from '#/features/radio/radio-channels.ts'
import { startRadioTimers } from '#/features/radio/radio-timers.ts'
import { registerRadioRoutes } from '#/features/radio/radio.routes.ts'
import { radioCommandHandlers } from '#/features/radio/radio.sockets.ts'
import { deskSecretKey } from '#/features/reception/desk-secrets.service.ts'
import { registerReceptionRoutes } from '#/features/reception/reception.routes.ts'
import { registerSelfServiceRoutes } from '#/features/reception/self-service.routes.ts'
import { registerReportRoutes } from '#/features/reports/reports.routes.ts'
import { RollCallWrites } from '#/features/roll-calls/roll-call-writes.service.ts'
import { registerRollCallRoutes } from '#/features/roll-calls/roll-calls.routes.ts'
import { rollCallCommandHandlers } from '#/features/roll-calls/roll-calls.sockets.ts'
import { registerSetupRoutes } from '#/features/setup/setup.routes.ts'
import { registerSirenRoutes } from '#/features/siren/siren.routes.ts'
import { registerSpeechRoutes } from '#/features/speech/speech.routes.ts'
import { registerStreetExtractRoutes } from '#/features/streets/extract/street-extracts.routes.ts'
import { StreetExtracts } from '#/features/streets/extract/street-extracts.service.ts'
import { VoicePosts } from '#/features/speech/voice-posts.service.ts'
import { exchangeJob } from '#/features/units/peers.service.ts'
import { createSyncContext } from '#/features/units/sync-context.service.ts'
import { registerUnitExchangeRoutes } from '#/features/units/units.routes.ts'
import { cleanupJob } from '#/cleanup-jobs.ts'
import { Consumers } from '#/realtime/consumers.ts'
import { type Io, handleConnections } from '#/realtime/io.ts'
import { syncKinds } from '#/sync-kinds.ts'

/** The consumers, jobs and timers of all features. */
export interface Features {
  readonly consumers: Consumers
  readonly jobs: readonly Job[]
  readonly health: Health
  /** Starts the timers of the features, after the journal is open. @returns a function that stops them */
  start(): Promise<() => Promise<void>>
}

/**
 * Registers the routes, socket commands, consumers and jobs of all features: those of their manifests (features.ts), and
 * by hand those that need services which are created here.
 * @param sosDeps dependencies with the database connections that only an SOS uses
 */
export async function registerFeatures(app: FastifyInstance, io: Io, deps: Deps, sosDeps: Deps): Promise<Features> {
  const ledger = new Ledger(deps)
  const throttle = new ChangeThrottle(deps)
  const watermarks = new Watermarks(deps)
  const sendMessage = createSendMessage(deps, watermarks)
  const radioChannels = new RadioChannels(deps, watermarks)
  const speak = createSpeak(deps)
  const voicePosts = new VoicePosts(deps, watermarks)
  const unifiedPush = new UnifiedPush(deps)
  const push = await createPushPort(deps, unifiedPush)
  const pushKinds = allFeatures.flatMap(({ push: kinds = [] }) => kinds)
  const pushSender = push === null ? null : new PushSender(deps, pushKinds, push.client, (text) => app.log.warn(text))
  const appSender = new AppSender(deps, pushKinds)
  const jobs: Job[] = []
  const health = new Health(deps, [...allFeatures.flatMap(({ health: checks = [] }) => checks), lateJobsCheck(deps, () => jobs)])
  const consumers = new Consumers(deps, [
    ...allFeatures.flatMap(({ consumers: ofFeature = [] }) => ofFeature.map((create) => create(deps))),
    ...(pushSender === null
      ? []
      : [pushConsumer(deps, pushKinds, { name: 'push.notifications', store: webPushStore, onCommit: pushSender.wake })]),
    pushConsumer(deps, pushKinds, { name: 'alarmApp.notifications', store: alarmAppStore, onCommit: appSender.wake }),
  ])

  for (const { routes = [], listeners = [] } of allFeatures) {
    for (const register of routes) register(app, deps)
    for (const listen of listeners) listen(deps)
  }
  registerAlertRoutes(app, deps, sosDeps, { ledger, throttle, sendMessage })
  registerThreadRoutes(app, deps, watermarks)
  const openAlertThread = createOpenAlertThread(deps)
  registerMessageRoutes(app, deps, { watermarks, sendMessage, openAlertThread, speak })
  registerMessageChangeRoutes(app, deps, { openAlertThread, watermarks })
  registerPollRoutes(app, deps)
  registerThreadMediaRoutes(app, deps)
  registerReportRoutes(app, deps, { openAlertThread })
  registerRadioRoutes(app, deps, watermarks)
  registerPushRoutes(app, deps, push, ledger)
  const rollCallWrites = new RollCallWrites(deps)
  registerRollCallRoutes(app, deps, rollCallWrites)
  registerFamilyRoutes(app, deps, rollCallWrites)
  registerReceptionRoutes(app, deps, rollCallWrites, await deskSecretKey(deps))
  registerSelfServiceRoutes(app, deps, rollCallWrites)
  registerSetupRoutes(app, deps, sendMessage)
  const appKey = await alarmAppKey(deps)
  registerAlarmAppRoutes(app, deps, ledger, appKey)
  registerAppStreams(app, deps, await AppStreams.create(deps), appKey)
  registerUnifiedPush(app, deps, unifiedPush)
  registerSirenRoutes(app, deps, speak.alarm)
  const backupProcesses = new BackupProcesses(deps)
  registerBackupRoutes(app, deps, backupProcesses)
  const streetExtracts = new StreetExtracts(deps)
  registerStreetExtractRoutes(app, deps, streetExtracts)
  const sync = createSyncContext(deps, syncKinds)
  const unitJobs = registerUnitExchangeRoutes(app, sync)
  await registerSpeechRoutes(app, deps, voicePosts)
  registerHealthRoutes(app, deps, health)
  registerEventRoutes(app, deps, (sessionId, events) => watermarks.sent.recordCatchUp(sessionId, events))
  registerFileRoutes(app, deps, { ...filesOf(features), message: messageFileReader(mayReadAlertFiles) })
  handleConnections(io, deps, {
    ...commandsOf(features, deps),
    ...alertCommandHandlers(deps, ledger),
    ...radioCommandHandlers(deps, radioChannels),
    ...rollCallCommandHandlers(deps, rollCallWrites),
  })

  jobs.push(
    cleanupJob(deps),
    ...allFeatures.flatMap(({ jobs: ofFeature = [] }) => ofFeature.map((create) => create(deps))),
    voicePosts.job,
    ...health.jobs,
    backupJob(deps, backupProcesses),
    streetExtracts.job,
    exchangeJob(sync),
    ...unitJobs,
    ...(pushSender === null ? [] : [pushSender.job]),
    appSender.job,
  )
  return {
    consumers,
    health,
    jobs,
    async start() {
      await throttle.start()
      return startRadioTimers(deps, radioChannels)
    },
  }
}
