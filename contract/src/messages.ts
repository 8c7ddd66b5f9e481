import { accountMessages } from './accounts/accounts.messages.ts'
import { passwordMessages } from './accounts/passwords.messages.ts'
import { peopleMessages } from './accounts/people.messages.ts'
import { profileMessages } from './accounts/profile.messages.ts'
import { unitMessages } from './accounts/unit.messages.ts'
import { adminMessages } from './admin/admin.messages.ts'
import { auditMessages } from './admin/audit.messages.ts'
import { lacsMessages } from './admin/lacs.messages.ts'
import { settingsMessages } from './admin/settings.messages.ts'
import { adminUserMessages } from './admin/users.messages.ts'
import { alertGroupMessages } from './alerts/alert-groups.messages.ts'
import { alertMessages } from './alerts/alerts.messages.ts'
import { chromeMessages } from './chrome.messages.ts'
import { dashboardMessages } from './dashboard/dashboard.messages.ts'
import { errorMessages } from './errors.messages.ts'
import { mapMessages } from './map.messages.ts'
import { mediaMessages } from './media.messages.ts'
import { messagingFirstMessages, messagingMessages } from './messaging/messaging.messages.ts'

/** Every text of the product, both languages, by key. */
export const messages = {
  ...accountMessages,
  ...passwordMessages,
  ...peopleMessages,
  ...profileMessages,
  ...adminMessages,
  ...adminUserMessages,
  ...auditMessages,
  ...alertMessages,
  ...alertGroupMessages,
  ...chromeMessages,
  ...dashboardMessages,
  ...errorMessages,
  ...lacsMessages,
  ...mapMessages,
  ...mediaMessages,
  ...messagingFirstMessages,
  ...messagingMessages,
  ...settingsMessages,
  ...unitMessages,
}
export type MessageKey = keyof typeof messages
