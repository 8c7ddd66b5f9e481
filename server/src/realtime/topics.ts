import type { EventName, EventPayload } from '@noroshi/contract/realtime'
import type { JournalEventName } from '#/db/journal-events.ts'
import type { Db } from '#/db/pool.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { ALL_USERS, isUserRoom, restrictedRoom, userRoom } from './rooms.ts'

/** The identity of a client: its session, and the alerts whose tokens its device has. */
export interface Subscriber {
  readonly viewer: SignedIn | null
  readonly tokenAlertIds: readonly string[]
}

/** Topics that a page opens while it is on the screen. They are not caught up: the page joins and refetches. */
export interface OpenTopics {
  /** The topic that every socket with a topic of the entity has joined. */
  readonly rootTopic: (entityId: string) => string
  /** The id of the entity that the topic belongs to; null for a topic of another kind. */
  readonly entityOf: (topic: string) => string | null
  /** Events that may end the right to read an entity, each with the id of that entity. */
  readonly recheckOn: { readonly [Name in EventName]?: (payload: EventPayload<Name>) => string }
  /** Loads the current facts for the rights to the topics of an entity, and returns the rule. */
  readonly allowed: (
    db: Db,
    entityId: string,
    subscribers: readonly Subscriber[],
    topics: readonly string[],
  ) => Promise<(subscriber: Subscriber, topic: string) => boolean>
}

/**
 * The topics of a feature: the topics by membership, the topics that pages open, and the events that change these
 * rights.
 */
export interface FeatureTopics {
  /**
   * The topics that the subscriber has by membership now. Sockets join them when they connect; catch-up includes them.
   */
  readonly memberTopics?: (db: Db, subscriber: Subscriber) => Promise<readonly string[]>
  /** Whether restricted sessions have the topics of this feature too (decisions/0112). */
  readonly allowsRestricted?: true
  /** Whether a topic is one of the above, so that a socket leaves it when the membership ends. */
  readonly isMemberTopic?: (topic: string) => boolean
  /** Events that change the memberships of the users to whose own topics they are emitted. */
  readonly membershipEvents?: readonly EventName[]
  /** Events whose payload names the users who get a topic with them. */
  readonly usersAddedBy?: { readonly [Name in EventName]?: (payload: EventPayload<Name>) => readonly string[] }
  readonly openTopics?: readonly OpenTopics[]
}

interface StoredEvent {
  readonly name: EventName
  readonly rooms: readonly string[]
  readonly payload: unknown
}

type UsersOf = (payload: unknown) => readonly string[]

/** The topics of all features. */
export class Topics {
  readonly #features: readonly FeatureTopics[]
  readonly #open: readonly OpenTopics[]
  readonly #membershipEvents: ReadonlySet<JournalEventName>
  readonly #endings: ReadonlySet<JournalEventName>

  /** @param endings events after which the sockets in their rooms are disconnected, besides the end of a session */
  constructor(features: readonly FeatureTopics[], endings: readonly EventName[]) {
    this.#features = features
    this.#endings = new Set(['session:ended', ...endings])
    this.#open = features.flatMap(({ openTopics = [] }) => openTopics)
    this.#membershipEvents = new Set(features.flatMap(({ membershipEvents = [] }) => membershipEvents))
  }

  /** The topics whose events the subscriber may read now, by current memberships. */
  async ofSubscriber(db: Db, subscriber: Subscriber): Promise<string[]> {
    const { viewer } = subscriber
    const own = viewer === null ? [] : [userRoom(viewer.id), ALL_USERS]
    const isRestricted = viewer?.isRestricted === true
    const ofFeatures: string[] = []
    for (const { memberTopics, allowsRestricted } of this.#features) {
      if (isRestricted && allowsRestricted !== true) continue
      ofFeatures.push(...((await memberTopics?.(db, subscriber)) ?? []))
    }
    return [...(isRestricted ? own.map(restrictedRoom) : own), ...ofFeatures]
  }

  isMemberTopic(topic: string): boolean {
    return this.#features.some((feature) => feature.isMemberTopic?.(topic) ?? false)
  }

  /** The users whose memberships these events change. */
  changedUsers(events: readonly StoredEvent[]): Set<string> {
    const rooms = events.filter(({ name }) => this.#membershipEvents.has(name)).flatMap((event) => event.rooms)
    const named = rooms.filter(isUserRoom).map((room) => room.slice(userRoom('').length))
    return new Set([...named, ...events.flatMap((event) => this.#usersAddedBy(event))])
  }

  #usersAddedBy({ name, payload }: StoredEvent): readonly string[] {
    // The journal stores the payload that was typed by this name when it was emitted.
    return this.#features.flatMap(({ usersAddedBy }) => (usersAddedBy?.[name] as UsersOf | undefined)?.(payload) ?? [])
  }

  /** The open topics among these, by their kind and entity. */
  openTopicsAmong(topics: Iterable<string>): { kind: OpenTopics; entityId: string; topic: string }[] {
    return [...topics].flatMap((topic) =>
      this.#open.flatMap((kind) => {
        const entityId = kind.entityOf(topic)
        return entityId === null ? [] : [{ kind, entityId, topic }]
      }),
    )
  }

  /** Whether the sockets in the rooms of an event are disconnected after it. */
  endsSockets(name: JournalEventName): boolean {
    return this.#endings.has(name)
  }

  /** Whether an event may end the right of a connected socket to one of its topics. */
  changesRights(name: JournalEventName): boolean {
    return this.endsSockets(name) || this.#membershipEvents.has(name) || this.#open.some(({ recheckOn }) => name in recheckOn)
  }

  /** The entities whose readers an event may have changed. */
  recheckedBy(name: EventName, payload: unknown): { kind: OpenTopics; entityId: string }[] {
    return this.#open.flatMap((kind) => {
      // The journal stores the payload that was typed by this name when it was emitted.
      const entityId = (kind.recheckOn[name] as ((payload: unknown) => string) | undefined)?.(payload)
      return entityId === undefined ? [] : [{ kind, entityId }]
    })
  }
}
