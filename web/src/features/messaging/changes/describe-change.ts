import { LOCALES } from '@noroshi/contract/i18n'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { readCache } from '../../../platform/connection/query-cache.ts'
import { currentLanguage, text } from '../../../platform/language/i18n.ts'
import type { EntrySummary } from '../../../platform/outbox/command.ts'
import { messageEntity } from '../messaging.entities.ts'
import type { UnsentChange } from '../messaging.payload.ts'
import { messagingStore } from '../thread-store.ts'

/** Returns the texts of the options that the user chose; '–' for none. */
function listOfOptions(poll: Message['poll'], optionIds: readonly number[]): string {
  const chosen = poll?.options.filter(({ id }) => optionIds.includes(id)).map((option) => option.text) ?? []
  return new Intl.ListFormat(LOCALES[currentLanguage()].tag, { type: 'unit', style: 'narrow' }).format(chosen) || '–'
}

/** Describes an unsent change for the list of refused entries, which shows what the user wrote or chose. */
export function describeChange({ messageId, change }: UnsentChange): EntrySummary {
  if (change.kind === 'edit') return { title: text('outbox.kind.editedMessage'), text: change.text }
  if (change.kind !== 'forward' && change.kind !== 'vote') return { title: text('outbox.kind.messageChange'), text: '' }
  const message = readCache((cache) => messagingStore(cache).get(messageEntity, messageId))
  const title =
    change.kind === 'forward'
      ? text('outbox.kind.forward')
      : text('outbox.kind.vote', { options: listOfOptions(message?.poll, change.optionIds) })
  return { title, text: message?.text || (message?.messageMedias ?? []).map(({ previewName }) => previewName).join(', ') }
}
