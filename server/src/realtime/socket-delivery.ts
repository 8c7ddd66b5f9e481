import type { EventName } from '@noroshi/contract/realtime'
import type { Deps } from '#/deps.ts'
import type { Io, Socket } from './io.ts'
import type { JournalEvent, JournalSink } from './journal-reader.ts'
import { allowsRestricted } from './restricted-events.ts'
import { restrictedRoom } from './rooms.ts'
import { recheckEntity, refreshUsers } from './subscriptions.ts'
import type { OpenTopics } from './topics.ts'

/** An event for sockets. Its name is one of the contract. */
interface SocketEvent extends JournalEvent {
  readonly name: EventName
}

const isForSockets = (event: JournalEvent): event is SocketEvent => event.rooms.length > 0

/**
 * Emits the events of the journal to the sockets of this process. First it refreshes the affected subscriptions from
 * the database, so that no socket receives an event that it may no longer read.
 */
export class SocketDelivery implements JournalSink {
  readonly #io: Io
  readonly #deps: Pick<Deps, 'db' | 'sessions' | 'screens' | 'topics' | 'logError'>

  readonly #listeners: ((event: JournalEvent) => void)[] = []

  constructor(io: Io, deps: Pick<Deps, 'db' | 'sessions' | 'screens' | 'topics' | 'logError'>) {
    this.#io = io
    this.#deps = deps
  }

  async deliver(events: readonly JournalEvent[]): Promise<void> {
    const userIds = this.#deps.topics.changedUsers(events.filter(isForSockets))
    if (userIds.size > 0) await refreshUsers(this.#io, this.#deps, userIds)
    for (const event of events) {
      if (isForSockets(event)) this.#emit(event, await this.#recheck(event))
      for (const listener of this.#listeners) listener(event)
    }
  }

  /**
   * Calls the listener after each event, also one that only consumers read. Sockets of this process have received it.
   */
  onDelivered(listener: (event: JournalEvent) => void): void {
    this.#listeners.push(listener)
  }

  reset(): void {
    this.#io.local.disconnectSockets(true)
  }

  /** Returns the sockets that the event removes from its topics. They still receive this event, as the last one. */
  async #recheck({ name, payload, rooms }: SocketEvent): Promise<Socket[]> {
    const evicted: Socket[] = []
    for (const { kind, entityId } of this.#deps.topics.recheckedBy(name, payload))
      for (const { socket, before } of await this.#recheckOrReset(kind, entityId))
        if (rooms.some((topic) => before.has(topic))) evicted.push(socket)
    return evicted
  }

  /**
   * Disconnects the affected sockets when the rights cannot be read, so that no socket keeps a topic that it may have
   * lost.
   */
  async #recheckOrReset(kind: OpenTopics, entityId: string) {
    try {
      return await recheckEntity(this.#io, this.#deps, kind, entityId)
    } catch (error) {
      this.#deps.logError(error)
      this.#io.local.in(kind.rootTopic(entityId)).disconnectSockets(true)
      return []
    }
  }

  #emit({ name, payload, rooms, eventId, cursor }: SocketEvent, evicted: readonly Socket[]): void {
    const restricted = allowsRestricted(name) ? rooms.map(restrictedRoom) : []
    const targets = [...rooms, ...restricted, ...evicted.map((socket) => socket.id)]
    // Name and payload were typed together where they were emitted. No target would mean every socket.
    if (targets.length > 0) this.#io.local.to(targets).emit(name, payload as never, { eventId, cursor } as never)
    if (this.#deps.topics.endsSockets(name)) this.#io.local.in([...rooms]).disconnectSockets()
  }
}
