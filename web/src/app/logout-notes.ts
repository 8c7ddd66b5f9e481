import type { Text } from '../platform/i18n.ts'
import { countKey } from '../ui/count-key.ts'

interface Unsent {
  readonly sos: number
  readonly messages: number
}

/** What becomes of what has not been sent yet: an SOS goes without a name, messages are lost (product decision). */
export const logoutNotes = ({ sos, messages }: Unsent, text: Text): string[] => [
  ...(sos > 0 ? [text('accounts.logoutUnsent')] : []),
  ...(messages > 0 ? [text(countKey('messages.logoutUnsent', messages), { count: messages })] : []),
]
