import { defineFeature, described } from '../feature.ts'
import { adminNoticesMessages } from './admin-notices.messages.ts'
import { noticeEvents } from './notices.events.ts'
import { noticeRoutes, noticeRuleRoutes, noticeSourceRoutes } from './notices.http.ts'
import { noticeMessages } from './notices.messages.ts'

export const notices = defineFeature({
  tag: 'notices',
  about: 'Official notices of authorities, such as of earthquakes and weather',
  routes: { notices: noticeRoutes, noticeSources: noticeSourceRoutes, noticeRules: noticeRuleRoutes },
  events: described(noticeEvents, { 'notices:changed': 'Official notices were added or removed.' }),
  messages: [noticeMessages],
  adminMessages: [adminNoticesMessages],
})
