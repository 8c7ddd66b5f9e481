import { accountMessages } from './accounts/accounts.messages.ts'
import { peopleMessages } from './accounts/people.messages.ts'
import { setupMessages } from './accounts/setup.messages.ts'
import { alertMessages } from './alerts/alerts.messages.ts'
import { sosMessages } from './alerts/sos.messages.ts'
import { callFirstMessages } from './calls/calls.first-messages.ts'
import { chromeMessages } from './chrome.messages.ts'
import { commonMessages } from './common.messages.ts'
import { homeSectionMessages } from './dashboard/home.messages.ts'
import { feedFirstMessages } from './feeds/feeds.first-messages.ts'
import { handsFreeFirstMessages } from './hands-free/hands-free.first-messages.ts'
import { httpsFirstMessages } from './https/https.first-messages.ts'
import { mapMessages } from './map.messages.ts'
import { mediaMessages } from './media.messages.ts'
import { messagingFirstMessages } from './messaging/messaging.first-messages.ts'
import { outboxMessages } from './outbox.messages.ts'
import { pageFirstMessages } from './pages/pages.first-messages.ts'
import { radioFirstMessages } from './radio/radio.first-messages.ts'

/**
 * The texts of home, of the navigation and of an SOS. Each page loads them before its first render; the other texts load
 * with the first screen that needs them.
 */
export const firstMessages = {
  ...accountMessages,
  ...peopleMessages,
  ...setupMessages,
  ...alertMessages,
  ...sosMessages,
  ...callFirstMessages,
  ...chromeMessages,
  ...commonMessages,
  ...homeSectionMessages,
  ...feedFirstMessages,
  ...handsFreeFirstMessages,
  ...httpsFirstMessages,
  ...mapMessages,
  ...mediaMessages,
  ...messagingFirstMessages,
  ...outboxMessages,
  ...pageFirstMessages,
  ...radioFirstMessages,
}
