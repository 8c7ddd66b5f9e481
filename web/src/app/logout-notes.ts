import type { Text } from '../platform/i18n.ts'
import { pluralKey } from '../ui/plural-key.ts'

interface Unsent {
  readonly sos: number
  readonly messages: number
  /** Number of pages with unsent content. */
  readonly pages: number
  /** A chat, a comment or a form has unsent text. */
  readonly hasDrafts: boolean
}

/**
 * Returns what a logout does to unsent content: an SOS is sent without a name; messages and page content are lost (product
 * decision).
 */
export const logoutNotes = ({ sos, messages, pages, hasDrafts }: Unsent, text: Text): string[] => [
  ...(sos > 0 ? [text('accounts.logoutUnsent')] : []),
  ...(messages > 0 ? [text(pluralKey('messages.logoutUnsent', messages), { count: messages })] : []),
  ...(hasDrafts ? [text('accounts.logoutDrafts')] : []),
  ...(pages > 0 ? [text(pluralKey('accounts.logoutUnsentPages', pages), { count: pages })] : []),
]
