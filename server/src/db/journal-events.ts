import type { EventName, EventPayload } from '@noroshi/contract/realtime'

/** Events of the journal that only consumers read. They have no rooms, so no client receives them. */
export interface InternalEvents {
  /** A user was activated or deactivated. */
  readonly 'user:activityChanged': { readonly userId: string }
  /** A resolved alert is active again. `userId` is missing in an event of an earlier version. */
  readonly 'alert:reopened': { readonly alertId: string; readonly userId?: string }
  /** Decisions about an alert were added. */
  readonly 'alert:decided': { readonly alertId: string; readonly decisionIds: readonly string[] }
  /** A message of the radio channel of an alert was stored, or its text was recognised or corrected. */
  readonly 'alert:spoken': { readonly alertId: string; readonly messageId: string }
  /** Many alerts were resolved or dismissed at once. */
  readonly 'alert:changedTogether': { readonly alertIds: readonly string[] }
  /** A feed of alerts for another system was added. */
  readonly 'alertFeed:created': { readonly feedId: string }
  /** The connection to the TAK server, or a consent for it, was changed. */
  readonly 'tak:changed': Record<string, never>
  /** An audit entry was added. */
  readonly 'audit:recorded': { readonly id: string }
  /** A source of anonymous alerts was muted or is not muted any more. */
  readonly 'alertSource:changed': Record<string, never>
  /** A user chose to share no location. */
  readonly 'user:locationHidden': { readonly userId: string }
  /** A member left a group or was removed. */
  readonly 'thread:memberRemoved': { readonly threadId: string; readonly userId: string }
  /** Messages for alarm apps were published. */
  readonly 'alarmApp:published': Record<string, never>
  /** Alarm apps are no longer linked. */
  readonly 'alarmApp:unlinked': { readonly deviceIds: readonly string[] }
}

export type InternalEventName = keyof InternalEvents

/** The name of any event of the journal. */
export type JournalEventName = EventName | InternalEventName

export type JournalPayload<Name extends JournalEventName> = Name extends InternalEventName
  ? InternalEvents[Name]
  : Name extends EventName
    ? EventPayload<Name>
    : never
