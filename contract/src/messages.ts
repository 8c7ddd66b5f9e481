import { accountMessages } from './accounts/accounts.messages.ts'
import { alertMessages } from './alerts/alerts.messages.ts'
import { chromeMessages } from './chrome.messages.ts'
import { errorMessages } from './errors.messages.ts'
import { mapMessages } from './map.messages.ts'
import { mediaMessages } from './media.messages.ts'

/** Every text of the product, both languages, by key. */
export const messages = {
  ...accountMessages,
  ...alertMessages,
  ...chromeMessages,
  ...errorMessages,
  ...mapMessages,
  ...mediaMessages,
}
export type MessageKey = keyof typeof messages
