import { chromeMessages } from './chrome.messages.ts'
import { commonMessages } from './common.messages.ts'
import { join } from './feature.ts'
import { features } from './features.ts'
import { mapMessages } from './map.messages.ts'
import { mediaMessages } from './media.messages.ts'
import { outboxMessages } from './outbox.messages.ts'
import { firstShortcutMessages } from './shortcuts.first-messages.ts'

/**
 * The texts of home, of the navigation and of an SOS. Each page loads them before its first render; the other texts load
 * with the first screen that needs them.
 */
export const firstMessages = {
  ...chromeMessages,
  ...commonMessages,
  ...mapMessages,
  ...mediaMessages,
  ...outboxMessages,
  ...firstShortcutMessages,
  ...join(features, 'firstMessages'),
}
