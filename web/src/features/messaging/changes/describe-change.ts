import { LOCALES } from '@noroshi/contract/i18n'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { readCache } from '../../../platform/connection/query-cache.ts'
import { currentLanguage, text } from '../../../platform/language/i18n.ts'
import type { EntrySummary } from '../../../platform/outbox/command.ts'
import { messageEntity } from '../messaging.entities.ts'
import type { UnsentChange } from '../messaging.payload.ts'
import { messagingStore } from '../thread-store.ts'
import { summaryOf } from '../thread-texts.ts'

/** Returns the question of a poll with the options that the user chose. */
function voteText({ text: question, poll }: Message, optionIds: readonly number[]): string {
  const chosen = poll?.options.filter(({ id }) => optionIds.includes(id)).map((option) => option.text) ?? []
  const list = new Intl.ListFormat(LOCALES[currentLanguage()].tag, { type: 'unit', style: 'narrow' })
  return text('messages.poll.voteFor', { question, options: list.format(chosen) || text('messages.poll.noOption') })
}

/** Describes an unsent change for the list of refused entries, which shows what the user wrote or chose. */
export function describeChange({ messageId, change }: UnsentChange): EntrySummary {
  if (change.kind === 'edit') return { title: text('outbox.kind.editedMessage'), text: change.text }
  if (change.kind !== 'forward' && change.kind !== 'vote') return { title: text('outbox.kind.messageChange'), text: '' }
  const message = readCache((cache) => messagingStore(cache).get(messageEntity, messageId))
  if (change.kind === 'forward') return { title: text('messages.forwarded'), text: message ? summaryOf(message, text) : '' }
  return { title: text('messages.poll.vote'), text: message ? voteText(message, change.optionIds) : '' }
}
