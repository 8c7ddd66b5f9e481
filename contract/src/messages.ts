import { passwordMessages } from './accounts/passwords.messages.ts'
import { profileMessages } from './accounts/profile.messages.ts'
import { secondFactorMessages } from './accounts/second-factor.messages.ts'
import { unitMessages } from './accounts/unit.messages.ts'
import { adminMessages } from './admin/admin.messages.ts'
import { anonymousAlertMessages } from './admin/anonymous-alerts.messages.ts'
import { anonymousDataMessages } from './admin/anonymous-data.messages.ts'
import { auditMessages } from './admin/audit.messages.ts'
import { lacsMessages } from './admin/lacs.messages.ts'
import { settingsMessages } from './admin/settings.messages.ts'
import { adminUserMessages } from './admin/users.messages.ts'
import { alertGroupMessages } from './alerts/alert-groups.messages.ts'
import { budgetMessages } from './budgets.messages.ts'
import { callMessages } from './calls/calls.messages.ts'
import { callScreenMessages } from './calls/screen.messages.ts'
import { commentMessages } from './comments/comments.messages.ts'
import { dashboardMessages } from './dashboard/dashboard.messages.ts'
import { errorMessages } from './errors.messages.ts'
import { filesMessages } from './files.messages.ts'
import { feedMessages } from './feeds/feeds.messages.ts'
import { postMessages } from './feeds/posts.messages.ts'
import { firstMessages } from './first-messages.ts'
import { handsFreeMessages } from './hands-free/hands-free.messages.ts'
import { joinMessages } from './https/join.messages.ts'
import { readinessMessages } from './https/readiness.messages.ts'
import { messagingMessages } from './messaging/messaging.messages.ts'
import { draftMessages } from './pages/drafts.messages.ts'
import { editorMessages } from './pages/editor.messages.ts'
import { pageMessages } from './pages/pages.messages.ts'
import { pushCheckMessages } from './push/push-check.messages.ts'
import { deviceMessages } from './devices/devices.messages.ts'
import { drillMessages } from './alerts/drills.messages.ts'
import { pushMessages } from './push/push.messages.ts'
import { radioMessages } from './radio/radio.messages.ts'
import { sirenMessages } from './siren/siren.messages.ts'
import { standbyMessages } from './siren/standby.messages.ts'
import { speechMessages } from './speech/speech.messages.ts'
import { storedMapMessages } from './streets/stored-map.messages.ts'
import { streetsMessages } from './streets/streets.messages.ts'
import { transcriptMessages } from './speech/transcripts.messages.ts'
import { wakeWordMessages } from './wake-word/wake-word.messages.ts'

/** All texts of the product by message key, in both languages. */
export const messages = {
  ...firstMessages,
  ...passwordMessages,
  ...profileMessages,
  ...adminMessages,
  ...adminUserMessages,
  ...anonymousAlertMessages,
  ...anonymousDataMessages,
  ...auditMessages,
  ...alertGroupMessages,
  ...budgetMessages,
  ...callMessages,
  ...callScreenMessages,
  ...commentMessages,
  ...dashboardMessages,
  ...draftMessages,
  ...editorMessages,
  ...errorMessages,
  ...filesMessages,
  ...feedMessages,
  ...handsFreeMessages,
  ...joinMessages,
  ...lacsMessages,
  ...messagingMessages,
  ...pageMessages,
  ...postMessages,
  ...pushCheckMessages,
  ...deviceMessages,
  ...drillMessages,
  ...pushMessages,
  ...radioMessages,
  ...readinessMessages,
  ...secondFactorMessages,
  ...settingsMessages,
  ...sirenMessages,
  ...speechMessages,
  ...standbyMessages,
  ...storedMapMessages,
  ...streetsMessages,
  ...transcriptMessages,
  ...unitMessages,
  ...wakeWordMessages,
}
export type MessageKey = keyof typeof messages
