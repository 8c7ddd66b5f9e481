import type { Deps } from '#/deps.ts'
import { defineConsumer } from '#/realtime/consumers.ts'
import { type PushKind, PushWriter } from './push-kind.service.ts'
import { hasSubscriptions } from './push.sql.ts'

/** Stores notifications, and removals of notifications, for the devices that an event concerns (decisions/0129). */
export const pushConsumer = ({ now }: Pick<Deps, 'now'>, kinds: readonly PushKind[], onCommit: () => void) =>
  defineConsumer({
    name: 'push.notifications',
    events: [...new Set(kinds.flatMap(({ events }) => events))],
    async handle(tx, consumed) {
      if (!(await hasSubscriptions(tx))) return
      const at = now()
      for (const kind of kinds) {
        const own = consumed.filter(({ name }) => kind.events.includes(name))
        if (own.length > 0) await kind.handle(new PushWriter(tx, at, kind), own)
      }
    },
    onCommit,
  })
