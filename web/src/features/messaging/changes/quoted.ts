import type { Quote } from '@noroshi/contract/messaging/message-parts'
import type { EntityStore } from '../../../platform/store/entity-store.ts'
import { createViews } from '../../../platform/store/views.ts'
import { messageEntity, quotedEntity } from '../messaging.entities.ts'
import { quoteOf } from '../thread-store.ts'

const quoteView = createViews<Quote>()

/** Returns what a reply quotes, as this device knows it now: the loaded message, or what replies quote of it. */
export function quotedOf(store: EntityStore, quote: Quote): Quote {
  const message = store.get(messageEntity, quote.id)
  const quoted = store.get(quotedEntity, quote.id)
  if (message && message.version >= (quoted?.version ?? 0)) return quoteView(store, message, [], () => quoteOf(message))
  if (!quoted) return quote
  return quoteView(store, quoted, [], () => {
    const { MessageThreadId: _thread, alertId: _alert, ...content } = quoted
    return content
  })
}
