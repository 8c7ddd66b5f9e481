import type { PushPayload } from '@noroshi/contract/push/push.payload'
import type { JournalEventName } from '#/db/journal-events.ts'
import type { Db } from '#/db/pool.ts'
import type { ConsumedEvent } from '#/realtime/consumers.ts'
import type { DueNotification } from './notifications.sql.ts'

/** Milliseconds after which the removal of a notification is no longer sent. */
const REMOVAL_EXPIRES = 12 * 3_600_000

/**
 * Milliseconds before messages are pushed. A user with the thread on the screen has read them by then and gets no
 * notification.
 */
export const MESSAGES_WAIT_MS = 3000

/** A notification and the user of its device. */
export type PushSubject = Pick<DueNotification, 'kind' | 'entity_id' | 'user_id' | 'language' | 'tag'>

/** The notification, at the time when it is sent. */
export interface SentSubject extends PushSubject {
  readonly now: Date
}

/** A new notification, for each device of these users. */
export interface NewNotification {
  readonly userIds: readonly string[]
  readonly kind: string
  /** Id of the alert, also for its chat; of the session of the call; or of the thread. */
  readonly entityId: string
  readonly dueAt: Date
  readonly expiresAt: Date
  /** Whether it is stored even if many notifications of the kind wait for a device. */
  readonly isUnlimited: boolean
}

/** The notifications about a subject that devices are to remove. */
export interface Removal {
  readonly entityId: string
  /** null: the notifications of all kinds about the subject. */
  readonly kind: string | null
  /** null: of all users. */
  readonly userId: string | null
  readonly now: Date
}

/** The alarms of a user who has seen their subject. */
export type SeenAlarms = Pick<Removal, 'entityId' | 'now'> & { readonly kind: string; readonly userId: string }

/** The stored notifications of one transport: Web Push, or the alarm app (decisions/0217). */
export interface NotificationStore {
  /** Whether any device uses the transport. */
  readonly hasDevices: (tx: Db) => Promise<boolean>
  /** Stores a notification for each device of its users. */
  readonly upsert: (tx: Db, notification: NewNotification) => Promise<unknown>
  /** Deletes the notifications that no device has received, and marks the others for removal by their devices. */
  readonly remove: (tx: Db, removal: Removal & { readonly expiresAt: Date }) => Promise<void>
  /** Deletes the alarms that no device has received, and lets the devices close the others. */
  readonly markSeen: (tx: Db, alarms: SeenAlarms) => Promise<void>
  /** Returns the ids of the subjects of all notifications of these kinds that are not marked for removal. */
  readonly notified: (tx: Db, kinds: readonly string[]) => Promise<string[]>
}

/** The users whom a subject alarms now. */
export interface DueUsers {
  readonly isDrill: boolean
  readonly messageThreadId: string
  readonly userIds: ReadonlySet<string>
}

/** The order in which a push service gets waiting notifications. A message is not urgent: a device may receive it later. */
export const URGENCIES = ['alarm', 'question', 'message'] as const

/** A kind of notifications that a feature sends to devices without an open page (decisions/0129, 0201). */
export interface PushKind<Name extends JournalEventName = JournalEventName> {
  /** The kind of its rows and the beginning of its tags. It never changes. */
  readonly kind: string
  readonly events: readonly Name[]
  /** Stores notifications, and removals of notifications, for the devices that these events concern. */
  readonly handle: (push: PushWriter, events: readonly ConsumedEvent<Name>[]) => Promise<void>
  /**
   * Returns the current content of a notification for a user, by the user's current rights.
   * @param isShown false: the content that replaces a notification that a device may show
   * @returns null if there is nothing to show: the user may not read it, has seen or read it, has muted it, or it has ended
   */
  readonly content: (db: Db, subject: SentSubject, isShown: boolean) => Promise<PushPayload | null>
  /** Returns the removal of a notification whose subject was deleted or may no longer be read by the user. */
  readonly unreadable: (subject: PushSubject) => PushPayload
  /**
   * Returns the payload that closes the alarm of a user who has seen its subject.
   * @returns null if the subject has ended or the user may no longer read it
   */
  readonly seen?: (db: Db, subject: PushSubject) => Promise<PushPayload | null>
  /**
   * Returns the users among these whom an alarm is for now, as `content` decides for one: an alarm for many users is read at once.
   * @returns null if the subject has ended
   */
  readonly dueAmong?: (db: Db, entityId: string, userIds: readonly string[]) => Promise<DueUsers | null>
  /** Milliseconds after which it is no longer sent. */
  readonly expires: number
  /** Milliseconds before it is sent. Later events about the subject join it, and its content is read when it is sent. */
  readonly collapse: number
  readonly urgency: (typeof URGENCIES)[number]
  /** Whether restricted sessions get it (decisions/0112). */
  readonly allowsRestricted?: true
  /** Whether its removal is sent to Apple's devices too, which show a notification for each message. */
  readonly isRemovedOnApple: boolean
}

/** Defines a kind of notifications. */
export const definePush = <const Name extends JournalEventName>(kind: PushKind<Name>): PushKind => kind as unknown as PushKind // it only gets events of the names that it lists

/** Writes the notifications of one kind in the transaction of their events. */
export class PushWriter {
  readonly tx: Db
  readonly #now: Date
  readonly #kind: PushKind
  readonly #store: NotificationStore

  constructor(store: NotificationStore, tx: Db, now: Date, kind: PushKind) {
    this.#store = store
    this.tx = tx
    this.#now = now
    this.#kind = kind
  }

  /** @param options `isUnlimited`: it is stored even if many notifications of the kind wait for the device */
  async show(entityId: string, userIds: readonly string[], { isUnlimited = false } = {}): Promise<void> {
    if (userIds.length === 0) return
    const { kind, collapse, expires } = this.#kind
    const times = { dueAt: this.#after(collapse), expiresAt: this.#after(expires) }
    await this.#store.upsert(this.tx, { kind, entityId, userIds, ...times, isUnlimited })
  }

  /** Removes the notifications about a subject, of all kinds and all users unless `only` limits them. */
  async remove(entityId: string, only: { readonly kind?: string; readonly userId?: string } = {}): Promise<void> {
    const { kind = null, userId = null } = only
    await this.#store.remove(this.tx, { entityId, kind, userId, now: this.#now, expiresAt: this.#after(REMOVAL_EXPIRES) })
  }

  /** Closes the alarms of a user who has seen the subject on a device. */
  async markSeen(entityId: string, userId: string): Promise<void> {
    await this.#store.markSeen(this.tx, { kind: this.#kind.kind, entityId, userId, now: this.#now })
  }

  /** Returns the ids of the subjects of notifications of these kinds that are not marked for removal. */
  notified(kinds: readonly string[]): Promise<string[]> {
    return this.#store.notified(this.tx, kinds)
  }

  #after = (milliseconds: number): Date => new Date(this.#now.getTime() + milliseconds)
}

/** Returns the members who get a notification. A member who has written all new messages gets none. */
export const receiversOf = (members: readonly string[], senders: ReadonlySet<string>): readonly string[] =>
  senders.size === 1 ? members.filter((id) => !senders.has(id)) : members

/** Returns the senders of new messages of a type, by thread. */
export function sendersByThread(
  events: readonly ConsumedEvent<'messages:new_message'>[],
  messageType: ConsumedEvent<'messages:new_message'>['payload']['messageType'],
): Map<string, Set<string>> {
  const threads = new Map<string, Set<string>>()
  for (const { payload } of events) {
    if (payload.messageType !== messageType) continue
    threads.set(payload.MessageThreadId, (threads.get(payload.MessageThreadId) ?? new Set()).add(payload.SenderId))
  }
  return threads
}
