import { defineFeature } from '../feature.ts'
import { alertFeedRoutes } from './alert-feeds.http.ts'
import { capMessages } from './cap.messages.ts'
import { exchangeMessages } from './exchange.messages.ts'

export const exchange = defineFeature({
  tag: 'exchange',
  about: 'The exchange of alerts with other systems',
  routes: { alertFeeds: alertFeedRoutes },
  adminMessages: [exchangeMessages, capMessages],
})
