import type { Text } from '../platform/language/i18n.ts'

interface Unsent {
  readonly sos: number
  /** Number of entries of the outbox that the user wrote. */
  readonly entries: number
  /** Number of pages with unsent content. */
  readonly pages: number
  /** A chat, a comment or a form has unsent text. */
  readonly hasDrafts: boolean
}

/**
 * Returns what a logout does to unsent content: an SOS is sent without a name; all other content is lost (product
 * decision).
 */
export const logoutNotes = ({ sos, entries, pages, hasDrafts }: Unsent, text: Text): string[] => [
  ...(sos > 0 ? [text('accounts.logoutUnsent')] : []),
  ...(entries > 0 ? [text('outbox.logout', { count: entries })] : []),
  ...(hasDrafts ? [text('accounts.logoutDrafts')] : []),
  ...(pages > 0 ? [text('accounts.logoutUnsentPages', { count: pages })] : []),
]
