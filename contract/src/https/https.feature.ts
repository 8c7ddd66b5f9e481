import { defineFeature } from '../feature.ts'
import { httpsFirstMessages } from './https.first-messages.ts'
import { httpsRoutes } from './https.http.ts'
import { joinMessages } from './join.messages.ts'
import { readinessMessages } from '../devices/readiness.messages.ts'

export const https = defineFeature({
  tag: 'https',
  about: 'The secure address of the server',
  routes: { https: httpsRoutes },
  messages: [joinMessages, readinessMessages],
  firstMessages: [httpsFirstMessages],
})
