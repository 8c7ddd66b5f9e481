import type { ComponentType } from 'react'
import type { EventName } from '@noroshi/contract/realtime'
import { interruptedCall } from '../features/calls/interrupted-call.ts'
import { withTexts } from '../platform/language/i18n.ts'
import { readStored, storageKeys } from '../platform/session/storage.ts'
import { lateOverlay } from './late-overlay.tsx'

/**
 * The events, the outbox and the overlay of a feature, and the functions that load their code (decisions/0201). Every page
 * loads this file, so it imports no code that pages load later.
 */
interface WebFeature {
  /** The events whose data is on disk, except events of rooms, and the code that applies them. */
  readonly stored?: { readonly events: readonly EventName[]; readonly load: () => Promise<unknown> }
  /** Loads the commands of the outbox, so that each page sends the unsent entries of the feature. */
  readonly outbox?: () => Promise<unknown>
  /** What signed-in users see above any screen, and what each of their pages does. */
  readonly overlay?: ComponentType
}

const defineFeature = <const Declared extends WebFeature>(feature: Declared): Declared => feature

const comments = defineFeature({ outbox: () => import('../features/comments/unsent-comments.ts') })

const families = defineFeature({
  stored: { events: ['family:changed'], load: () => import('../screens/family-live.ts') },
})

const feeds = defineFeature({
  stored: { events: ['feed:changed'], load: () => import('../screens/feeds-live.ts') },
  outbox: () => Promise.all([import('../features/feeds/unsent-likes.ts'), import('../features/feeds/unsent-posts.ts')]),
})

const pages = defineFeature({
  stored: {
    events: ['page:updated', 'page:deleted', 'page:draft', 'page:members'],
    load: () => import('../screens/drafts-live.ts'),
  },
  outbox: () => import('../features/pages/unsent-drafts.ts'),
})

const places = defineFeature({
  stored: { events: ['places:updated', 'places:removed'], load: () => import('../screens/places-live.ts') },
})

const communityMap = defineFeature({
  outbox: () => withTexts(() => import('../features/community-map/unsent-field-reports.ts')),
})

const needs = defineFeature({
  stored: { events: ['needs:updated', 'needs:removed'], load: () => import('../screens/needs-live.ts') },
  /** Asks the user whether their expired entries still hold. */
  overlay: lateOverlay(async () => (await withTexts(() => import('../overlays/expired-needs.tsx'))).ExpiredNeeds, {
    events: ['needs:expired'],
    isForEventsOnly: true,
  }),
})

const notices = defineFeature({
  stored: { events: ['notices:changed'], load: () => import('../screens/notices-live.ts') },
})

const exchange = defineFeature({
  stored: { events: ['tak:markers_changed'], load: () => import('../screens/tak-markers-live.ts') },
})

const personSearches = defineFeature({
  stored: {
    events: ['person-searches:changed', 'person-searches:message'],
    load: () => withTexts(() => import('../screens/person-search-live.ts')),
  },
})

const missingReports = defineFeature({
  stored: { events: ['missing-reports:changed'], load: () => import('../screens/missing-reports-live.ts') },
})

const messaging = defineFeature({
  stored: {
    events: [
      'messages:new_message',
      'messages:updated',
      'messages:removed',
      'messages:hidden',
      'messages:status_updated',
      'messages:status_updated_multiple',
      'message-threads:new_group',
      'message-threads:new_personal',
      'message-threads:updated',
      'message-threads:removed',
      'message-threads:settings',
      'asr-chat:updated', // `asr-chat:new` loads the popup of the radio, which applies it
    ],
    load: () => import('../screens/messages-live.ts'),
  },
  // The overlay of messages registers the command of messages.
  outbox: () => import('../features/messaging/changes/unsent-changes.ts'),
  /** Runs the messaging tasks of each page. The code of messaging itself loads with its first event (start.ts). */
  overlay: lateOverlay(async () => (await import('../overlays/messages-overlay.tsx')).MessagesOverlay, {
    events: ['message:text-to-speech'],
  }),
})

const calls = defineFeature({
  /** Incoming calls. A page that catches up on events receives a call that began before it was opened. */
  overlay: lateOverlay(async () => (await import('../overlays/calls-overlay.tsx')).CallsOverlay, {
    events: ['call-session:incoming', 'call-session:updated'],
    readsMissed: true,
    isNeededNow: () => readStored(storageKeys.ringingCall) !== null || interruptedCall() !== null,
  }),
})

const radio = defineFeature({
  /** The popup of radio chats. Its code loads with the first one that starts while the page is open. */
  overlay: lateOverlay(async () => (await import('../overlays/radio-overlay.tsx')).RadioOverlay, {
    events: ['asr-chat:new'],
    isForEventsOnly: true,
  }),
})

const responderLocations = defineFeature({
  /** Shares the location of this device for the alerts for which its user chose it. */
  overlay: lateOverlay(async () => (await withTexts(() => import('../overlays/responder-location.tsx'))).ResponderLocation, {}),
})

const devices = defineFeature({
  overlay: lateOverlay(async () => (await import('../features/devices/components/device-report.tsx')).DeviceReport, {}),
})

const health = defineFeature({
  /** Tells administrators what is wrong with the server. */
  overlay: lateOverlay(async () => (await withTexts(() => import('../overlays/health-notices.tsx'), 'admin')).HealthNotices, {
    events: ['health:changed'],
    isForEventsOnly: true,
  }),
})

const record = defineFeature({
  /** Keeps the signed states of records on the devices of administrators. */
  overlay: lateOverlay(async () => (await import('../overlays/record-heads.tsx')).RecordHeads, {
    events: ['record:heads'],
    isForEventsOnly: true,
  }),
})

const rollCalls = defineFeature({
  outbox: () =>
    Promise.all([
      withTexts(() => import('../features/roll-calls/unsent-roll-call-answers.ts')),
      withTexts(() => import('../features/roll-calls/unsent-answer-photos.ts')),
    ]),
  /** Asks the user on each page whether they are safe. */
  overlay: lateOverlay(async () => (await withTexts(() => import('../overlays/roll-call-overlay.tsx'))).RollCallOverlay, {
    events: ['roll-call:asked', 'roll-call:repeat'],
    readsMissed: true,
  }),
})

const reception = defineFeature({
  stored: { events: ['shelters:changed'], load: () => import('../screens/shelters-live.ts') },
  outbox: () =>
    Promise.all([
      withTexts(() => import('../features/reception/offline/unsent-desk-changes.ts')),
      withTexts(() => import('../features/reception/offline/lost-copies.ts')),
    ]),
})

/** Features whose code loads later. The first code has accounts, alerts and the dashboard. */
const features = [
  comments,
  communityMap,
  families,
  feeds,
  pages,
  places,
  needs,
  notices,
  exchange,
  personSearches,
  missingReports,
  messaging,
  calls,
  radio,
  responderLocations,
  devices,
  health,
  record,
  rollCalls,
  reception,
] as const

type EventsIn<One> = One extends { readonly stored: { readonly events: readonly (infer Name)[] } } ? Name : never
type Stored = EventsIn<(typeof features)[number]>

/** Events that need no code before them: the first code, an overlay or a screen applies them, or they are of rooms. */
type AppliedWhereShown =
  | `alert:${'new_alert' | 'existing_alert' | 'resolved' | 'deleted' | 'list_changed' | 'ledger' | 'answered' | 'handled' | 'noted' | 'stalled' | 'repeat'}`
  | `asr-chat:${'new' | 'location'}`
  | `call-session:${'incoming' | 'updated'}`
  | 'call:signal'
  | `comment:${'created' | 'updated' | 'deleted'}`
  | `field-reports:${'updated' | 'removed'}`
  | 'map-overlays:changed'
  | `map-shapes:${'updated' | 'removed'}`
  | 'dashboard:changed'
  | 'health:changed'
  | 'needs:expired'
  | 'hfo:message'
  | 'like:changed'
  | 'membership:changed'
  | 'record:heads'
  | `message:${'text-to-speech' | 'text-to-speech-state' | 'transcribe-message'}`
  | `message-threads:${'invited' | 'draft'}`
  | `messages:${'typing' | 'stopped_typing'}`
  | `post:${'created' | 'updated' | 'deleted' | 'review' | 'counted'}`
  | `roll-call:${'asked' | 'opened' | 'ended' | 'answered' | 'dependant' | 'repeat' | 'tally'}`
  | `radio:${'floor' | 'frame' | 'end'}`
  | 'session:ended'
  | `siren:${'changed' | 'revoked'}`
  | 'unit:changed'
  | `users:${'updated' | 'profile' | 'quiet_hours' | 'last_seen_sharing'}`

/** The error message names an event that is in neither list, in both, or not in the contract. */
type Nothing<Wrong> = [Wrong] extends [never] ? true : Wrong
true satisfies Nothing<Exclude<EventName, Stored | AppliedWhereShown>>
true satisfies Nothing<Stored & AppliedWhereShown>
true satisfies Nothing<Exclude<AppliedWhereShown, EventName>>

const all: readonly WebFeature[] = features

/** The events whose data is on disk, with the code that applies them. */
export const storedEvents = all.flatMap(({ stored = [] }) => stored)

/** Loads the commands of the outbox whose screens may not be open. The first code has those of alerts. */
export const loadOutboxes = () => Promise.all(all.flatMap(({ outbox }) => outbox?.() ?? []))

/** The overlays in the order of the document. */
export const overlays = all.flatMap(({ overlay = [] }) => overlay)
