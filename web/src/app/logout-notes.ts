import type { Text } from '../platform/i18n.ts'
import { countKey } from '../ui/count-key.ts'

interface Unsent {
  readonly sos: number
  readonly messages: number
  /** On how many pages something was written that nobody has yet. */
  readonly pages: number
}

/** What becomes of what has not been sent yet: an SOS goes without a name, messages are lost (product decision), and so is what was written on pages. */
export const logoutNotes = ({ sos, messages, pages }: Unsent, text: Text): string[] => [
  ...(sos > 0 ? [text('accounts.logoutUnsent')] : []),
  ...(messages > 0 ? [text(countKey('messages.logoutUnsent', messages), { count: messages })] : []),
  ...(pages > 0 ? [text(countKey('accounts.logoutUnsentPages', pages), { count: pages })] : []),
]
