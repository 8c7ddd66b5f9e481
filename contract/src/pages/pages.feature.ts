import { defineFeature, described } from '../feature.ts'
import { documentRoutes } from './documents.http.ts'
import { draftRoutes } from './drafts.http.ts'
import { draftMessages } from './drafts.messages.ts'
import { editorMessages } from './editor.messages.ts'
import { pageMemberRoutes } from './page-members.http.ts'
import { pageCommands, pageEvents } from './pages.events.ts'
import { pageFirstMessages } from './pages.first-messages.ts'
import { pageRoutes } from './pages.http.ts'
import { pageMessages } from './pages.messages.ts'

export const pages = defineFeature({
  tag: 'pages',
  about: 'Pages, their drafts, members and documents',
  routes: { pages: pageRoutes, drafts: draftRoutes, pageMembers: pageMemberRoutes, documents: documentRoutes },
  events: described(pageEvents, {
    'page:updated': 'A page was created, published or renamed, or its readers changed.',
    'page:deleted': 'A page was deleted, or is no longer public.',
    'page:draft': 'A draft was submitted, approved, rejected or discarded.',
    'page:members': 'The members of a page changed.',
  }),
  commands: described(pageCommands, {
    'page:join': 'Joins a page to receive its events.',
    'page:leave': 'Leaves a page.',
  }),
  messages: [draftMessages, editorMessages, pageMessages],
  firstMessages: [pageFirstMessages],
})
