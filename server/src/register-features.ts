import type { FastifyInstance } from 'fastify'
import type { Deps } from '#/deps.ts'
import { registerAccountRoutes } from '#/features/accounts/accounts.routes.ts'
import { registerAdminUserRoutes } from '#/features/accounts/admin-users.routes.ts'
import { registerClockRoutes } from '#/features/accounts/clock.routes.ts'
import { registerDiskRoutes } from '#/features/accounts/disk.routes.ts'
import { registerUnitRoutes } from '#/features/accounts/unit.routes.ts'
import { accountCommandHandlers } from '#/features/accounts/accounts.sockets.ts'
import { accountTopics } from '#/features/accounts/accounts.topics.ts'
import { registerPasswordRoutes } from '#/features/accounts/passwords.routes.ts'
import { registerSecurityRoutes } from '#/features/accounts/security.routes.ts'
import { registerPeopleRoutes } from '#/features/accounts/people.routes.ts'
import { mayReadAvatars } from '#/features/accounts/profile.service.ts'
import { registerLacsRoutes } from '#/features/admin/lacs.routes.ts'
import { registerAlertGroupRoutes } from '#/features/alerts/alert-groups-admin.routes.ts'
import { registerAuditRoutes } from '#/features/admin/audit.routes.ts'
import { followAlertSources } from '#/features/alerts/alert-sources.service.ts'
import { registerAnonymousAlertRoutes } from '#/features/alerts/anonymous-alerts.routes.ts'
import { registerAnonymousDataRoutes } from '#/features/alerts/anonymous-data.routes.ts'
import { registerDrillRoutes } from '#/features/alerts/drills.routes.ts'
import { oldDrillsJob } from '#/features/alerts/drills.service.ts'
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
import { registerDeviceRoutes } from '#/features/devices/devices.routes.ts'
import { lastAlarmsJob } from '#/features/devices/devices.service.ts'
import { connectionCommandHandlers } from '#/features/events/connection.sockets.ts'
import { registerEventRoutes } from '#/features/events/events.routes.ts'
import { registerFeedRoutes } from '#/features/feeds/feeds.routes.ts'
import { mayReadFeedFiles } from '#/features/feeds/feeds.service.ts'
import { feedCommandHandlers } from '#/features/feeds/feeds.sockets.ts'
import { feedTopics } from '#/features/feeds/feeds.topics.ts'
import { registerPostRoutes } from '#/features/feeds/posts.routes.ts'
import { mayReadPostFiles } from '#/features/feeds/posts.service.ts'
import { registerFileRoutes } from '#/features/files/files.routes.ts'
import { threadsOfUsersConsumer } from '#/features/messaging/activity.service.ts'
import { handsFreeCommandHandlers } from '#/features/hands-free/hands-free.sockets.ts'
import { registerHandsFreeRoutes } from '#/features/hands-free/hands-free.routes.ts'
import { registerHttpsRoutes } from '#/features/https/https.routes.ts'
import { registerMessageRoutes } from '#/features/messaging/messages.routes.ts'
import { createSendMessage, messageFileReader } from '#/features/messaging/messages.service.ts'
import { messagingCommandHandlers } from '#/features/messaging/messaging.sockets.ts'
import { messagingTopics } from '#/features/messaging/messaging.topics.ts'
import { createSpeak, ReadAloud } from '#/features/messaging/read-aloud.service.ts'
import { refoldingJob } from '#/features/messaging/refold-messages.ts'
import { registerThreadRoutes } from '#/features/messaging/threads.routes.ts'
import { Watermarks } from '#/features/messaging/watermarks.service.ts'
import { mayReadDocument } from '#/features/pages/documents.service.ts'
import { registerDraftRoutes } from '#/features/pages/drafts.routes.ts'
import { registerPageRoutes } from '#/features/pages/pages.routes.ts'
import { pageCommandHandlers } from '#/features/pages/pages.sockets.ts'
import { pageTopics } from '#/features/pages/pages.topics.ts'
import { pushConsumer } from '#/features/push/push-consumer.service.ts'
import { PushSender } from '#/features/push/push-sender.service.ts'
import { registerPushRoutes } from '#/features/push/push.routes.ts'
import { createPushPort } from '#/features/push/push.service.ts'
import { RadioChannels } from '#/features/radio/radio-channels.ts'
import { followHiddenLocations } from '#/features/radio/radio-location-hints.ts'
import { startRadioTimers } from '#/features/radio/radio-timers.ts'
import { registerRadioRoutes } from '#/features/radio/radio.routes.ts'
import { radioCommandHandlers } from '#/features/radio/radio.sockets.ts'
import { radioTopics } from '#/features/radio/radio.topics.ts'
import { registerSirenRoutes } from '#/features/siren/siren.routes.ts'
import { notifySirenScreens } from '#/features/siren/siren.service.ts'
import { registerSpeechRoutes } from '#/features/speech/speech.routes.ts'
import { voiceNotesJob } from '#/features/speech/voice-notes.service.ts'
import { VoicePosts } from '#/features/speech/voice-posts.service.ts'
import { registerStreetsRoutes } from '#/features/streets/streets.routes.ts'
import { cleanupJobs } from '#/cleanup-jobs.ts'
import { Consumers } from '#/realtime/consumers.ts'
import { type Io, handleConnections } from '#/realtime/io.ts'
import type { Job } from '#/db/jobs.ts'

/** The topics of all features (decisions/0053). */
export const featureTopics = [accountTopics, alertTopics, messagingTopics, feedTopics, pageTopics, radioTopics]

/** The consumers, jobs and timers of all features. */
export interface Features {
  readonly consumers: Consumers
  readonly jobs: readonly Job[]
  /** Starts the timers of the features, after the journal is open. @returns a function that stops them */
  start(): Promise<() => Promise<void>>
  /**
   * Writes pending acknowledgements and counts to the journal, for clients that catch up. Called after the last
   * request.
   */
  close(): Promise<void>
}

/**
 * Registers the routes, socket commands, consumers and jobs of all features. A new feature is added here and, if it has
 * topics, to {@link featureTopics}.
 * @param sosDeps dependencies with the database connections that only an SOS uses
 */
export async function registerFeatures(app: FastifyInstance, io: Io, deps: Deps, sosDeps: Deps): Promise<Features> {
  const ledger = new Ledger(deps)
  const throttle = new ChangeThrottle(deps)
  const watermarks = new Watermarks(deps)
  const sendMessage = createSendMessage(deps, watermarks)
  const radioChannels = new RadioChannels(deps, watermarks)
  followHiddenLocations(deps)
  followAlertSources(deps)
  notifySirenScreens(deps)
  const speak = createSpeak(deps)
  const voicePosts = new VoicePosts(deps, watermarks)
  new ReadAloud(deps).start(deps.journal)
  const push = await createPushPort(deps)
  const pushSender = push === null ? null : new PushSender(deps, push.client, (text) => app.log.warn(text))
  const consumers = new Consumers(deps, [
    threadsOfUsersConsumer(deps),
    ...(pushSender === null ? [] : [pushConsumer(deps, pushSender.wake)]),
  ])

  registerAccountRoutes(app, deps)
  registerPasswordRoutes(app, deps)
  registerSecurityRoutes(app, deps)
  registerPeopleRoutes(app, deps)
  registerAdminUserRoutes(app, deps)
  registerAuditRoutes(app, deps)
  registerClockRoutes(app, deps)
  registerDiskRoutes(app, deps)
  registerUnitRoutes(app, deps)
  registerAlertRoutes(app, deps, sosDeps, { ledger, throttle, sendMessage })
  registerDrillRoutes(app, deps)
  registerAnonymousAlertRoutes(app, deps)
  registerAnonymousDataRoutes(app, deps)
  registerAlertGroupRoutes(app, deps)
  registerThreadRoutes(app, deps, watermarks)
  registerMessageRoutes(app, deps, {
    watermarks,
    sendMessage,
    openAlertThread: createOpenAlertThread(deps),
    speak,
  })
  registerFeedRoutes(app, deps)
  registerPostRoutes(app, deps)
  registerCommentRoutes(app, deps)
  registerPageRoutes(app, deps)
  registerDraftRoutes(app, deps)
  registerDashboardRoutes(app, deps)
  registerLacsRoutes(app, deps)
  registerCallRoutes(app, deps)
  registerRadioRoutes(app, deps, watermarks)
  registerPushRoutes(app, deps, push, ledger)
  registerSirenRoutes(app, deps, speak.alarm)
  await registerSpeechRoutes(app, deps, voicePosts)
  registerHandsFreeRoutes(app, deps)
  registerDeviceRoutes(app, deps)
  registerStreetsRoutes(app, deps)
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
    ...connectionCommandHandlers,
  })

  return {
    consumers,
    jobs: [
      ...cleanupJobs(deps),
      alarmRepeatsJob(deps),
      oldDrillsJob(deps),
      lastAlarmsJob(deps),
      callTimeoutsJob(deps),
      voicePosts.job,
      voiceNotesJob(deps),
      refoldingJob(deps),
      ...(pushSender === null ? [] : [pushSender.job]),
    ],
    async start() {
      await throttle.start()
      return startRadioTimers(deps, radioChannels)
    },
    async close() {
      for (const part of [watermarks, ledger, throttle, ...(pushSender === null ? [] : [pushSender])]) await part.close()
    },
  }
}
