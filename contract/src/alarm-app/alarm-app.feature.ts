import { defineFeature } from '../feature.ts'
import { alarmAppRoutes } from './alarm-app.http.ts'
import { alarmAppSetupMessages } from './alarm-app-setup.messages.ts'
import { alarmAppNotices } from './alarm-app.messages.ts'

export const alarmApp = defineFeature({
  tag: 'alarmApp',
  about: 'Phones on which the app ntfy shows alarms',
  routes: { alarmApp: alarmAppRoutes },
  messages: [alarmAppSetupMessages, alarmAppNotices],
})
