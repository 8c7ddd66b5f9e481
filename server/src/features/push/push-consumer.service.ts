import type { Deps } from '#/deps.ts'
import { defineConsumer } from '#/realtime/consumers.ts'
import { type NotificationStore, type PushKind, PushWriter } from './push-kind.service.ts'

/** A way to devices without an open page. */
interface Transport {
  /** Identifies the consumer. It never changes. */
  readonly name: string
  readonly store: NotificationStore
  /** Called after notifications were stored. */
  readonly onCommit: () => void
}

/** Stores notifications, and removals of notifications, for the devices that an event concerns (decisions/0129, 0217). */
export const pushConsumer = ({ now }: Pick<Deps, 'now'>, kinds: readonly PushKind[], { name, store, onCommit }: Transport) =>
  defineConsumer({
    name,
    events: [...new Set(kinds.flatMap(({ events }) => events))],
    async handle(tx, consumed) {
      if (!(await store.hasDevices(tx))) return
      const at = now()
      for (const kind of kinds) {
        const own = consumed.filter((event) => kind.events.includes(event.name))
        if (own.length > 0) await kind.handle(new PushWriter(store, tx, at, kind), own)
      }
    },
    onCommit,
  })
