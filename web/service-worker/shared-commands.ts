import * as accounts from '../src/features/accounts/accounts.outbox.ts'
import * as alerts from '../src/features/alerts/alerts.outbox.ts'
import * as comments from '../src/features/comments/comments.outbox.ts'
import * as feeds from '../src/features/feeds/feeds.outbox.ts'
import * as messaging from '../src/features/messaging/messaging.outbox.ts'
import * as pages from '../src/features/pages/pages.outbox.ts'
import type { SharedCommand } from '../src/platform/outbox/shared-command.ts'

/** All commands of the outbox, in the form that the service worker needs. The modules export nothing else. */
export const outboxCommands: readonly SharedCommand<never>[] = [accounts, alerts, comments, feeds, messaging, pages].flatMap(
  (feature): readonly SharedCommand<never>[] => Object.values(feature),
)
