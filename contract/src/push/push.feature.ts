import { defineFeature } from '../feature.ts'
import { pushCheckMessages } from './push-check.messages.ts'
import { pushRoutes } from './push.http.ts'
import { pushMessages } from './push.messages.ts'

export const push = defineFeature({
  tag: 'push',
  about: 'Notifications of devices without an open page',
  routes: { push: pushRoutes },
  messages: [pushCheckMessages, pushMessages],
})
