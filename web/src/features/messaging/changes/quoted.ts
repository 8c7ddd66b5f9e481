import type { Quote } from '@noroshi/contract/messaging/message-parts'
import type { EntityStore } from '../../../platform/store/entity-store.ts'
import { createViews } from '../../../platform/store/views.ts'
import { messageEntity, quotedEntity } from '../messaging.entities.ts'
import { quoteOf } from '../thread-store.ts'

const quoteView = createViews<Quote>()

/** Returns a message as a reply quotes it: the loaded message, or what replies quote of it; undefined if it is unknown. */
export function quoteById(store: EntityStore, id: string): Quote | undefined {
  const message = store.get(messageEntity, id)
  const quoted = store.get(quotedEntity, id)
  if (message && message.version >= (quoted?.version ?? 0)) return quoteView(store, message, [], () => quoteOf(message))
  if (!quoted) return undefined
  return quoteView(store, quoted, [], () => {
    const { MessageThreadId: _thread, alertId: _alert, ...content } = quoted
    return content
  })
}

/** Returns what a reply quotes, as this device knows it now. */
export const quotedOf = (store: EntityStore, quote: Quote): Quote => quoteById(store, quote.id) ?? quote
