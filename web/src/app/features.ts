import type { EventName } from '@noroshi/contract/realtime'

/**
 * The events and the outbox of a feature, and the functions that load their code (decisions/0201). Every page loads this
 * file, so it imports no code of a feature.
 */
interface WebFeature {
  /** The events whose data is on disk, except events of rooms, and the code that applies them. */
  readonly stored?: { readonly events: readonly EventName[]; readonly load: () => Promise<unknown> }
  /** Loads the commands of the outbox, so that each page sends the unsent entries of the feature. */
  readonly outbox?: () => Promise<unknown>
}

const defineFeature = <const Declared extends WebFeature>(feature: Declared): Declared => feature

const comments = defineFeature({ outbox: () => import('../features/comments/unsent-comments.ts') })

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

const messaging = defineFeature({
  stored: {
    events: [
      'messages:new_message',
      'messages:updated',
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
})

/** Features whose code loads later. The first code has accounts, alerts and the dashboard. */
const features = [comments, feeds, pages, messaging] as const

type EventsIn<One> = One extends { readonly stored: { readonly events: readonly (infer Name)[] } } ? Name : never
type Stored = EventsIn<(typeof features)[number]>

/** Events that need no code before them: the first code, an overlay or a screen applies them, or they are of rooms. */
type AppliedWhereShown =
  | `alert:${'new_alert' | 'existing_alert' | 'resolved' | 'deleted' | 'list_changed' | 'ledger' | 'answered' | 'repeat'}`
  | `asr-chat:${'new' | 'location'}`
  | `call-session:${'incoming' | 'updated'}`
  | 'call:signal'
  | `comment:${'created' | 'updated' | 'deleted'}`
  | 'dashboard:changed'
  | 'health:changed'
  | 'hfo:message'
  | 'like:changed'
  | 'membership:changed'
  | `message:${'text-to-speech' | 'text-to-speech-state' | 'transcribe-message'}`
  | `message-threads:${'invited' | 'draft'}`
  | `messages:${'typing' | 'stopped_typing'}`
  | `post:${'created' | 'updated' | 'deleted' | 'review' | 'counted'}`
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
