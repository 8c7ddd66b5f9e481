import { defineFeature, described } from '../feature.ts'
import { dashboardEvents } from './dashboard.events.ts'
import { dashboardRoutes } from './dashboard.http.ts'
import { dashboardMessages } from './dashboard.messages.ts'
import { homeSectionMessages } from './home.messages.ts'

export const dashboard = defineFeature({
  tag: 'dashboard',
  about: 'Sections and links of the home screen',
  routes: { dashboard: dashboardRoutes },
  events: described(dashboardEvents, {
    'dashboard:changed': 'Sections or links of the home screen changed.',
  }),
  adminMessages: [dashboardMessages],
  firstMessages: [homeSectionMessages],
})
