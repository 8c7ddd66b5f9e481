import { adminMessages } from './admin-messages.ts'
import { budgetMessages } from './budgets.messages.ts'
import { errorMessages } from './errors.messages.ts'
import { join } from './feature.ts'
import { features } from './features.ts'
import { firstMessages } from './first-messages.ts'
import { messagingErrorMessages } from './messaging/messaging.errors.messages.ts'
import { shortcutMessages } from './shortcuts.messages.ts'

/** All texts of the product by message key, in both languages. */
export const messages = {
  ...firstMessages,
  ...budgetMessages,
  ...errorMessages,
  ...messagingErrorMessages,
  ...shortcutMessages,
  ...join(features, 'messages'),
  ...adminMessages,
}
export type MessageKey = keyof typeof messages
