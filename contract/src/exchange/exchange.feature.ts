import { defineFeature, described } from '../feature.ts'
import { adminTakMessages } from './admin-tak.messages.ts'
import { alertFeedRoutes } from './alert-feeds.http.ts'
import { capMessages } from './cap.messages.ts'
import { exchangeEvents } from './exchange.events.ts'
import { exchangeMessages } from './exchange.messages.ts'
import { takRoutes, takServerRoutes } from './tak.http.ts'
import { takMessages } from './tak.messages.ts'

export const exchange = defineFeature({
  tag: 'exchange',
  about: 'The exchange of alerts with other systems',
  routes: { alertFeeds: alertFeedRoutes, takServer: takServerRoutes, tak: takRoutes },
  events: described(exchangeEvents, { 'tak:markers_changed': 'Markers of the TAK server changed.' }),
  messages: [takMessages],
  adminMessages: [exchangeMessages, adminTakMessages, capMessages],
})
