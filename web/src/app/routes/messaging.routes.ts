import { createRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { paths } from '../../platform/paths/paths.ts'
import { requireSession, withIds } from '../route-rules.ts'
import { navigationLayout, screen } from './layout-routes.tsx'

/** Begins to read the messages on disk before the screen is loaded, which reports failures of its code. */
const loadStoredChat = (threadId: string) =>
  import('../../features/messaging/chat.queries.ts').then(
    (chats) => chats.readStoredChat(threadId),
    () => undefined,
  )

/** The list of threads stays mounted while the user changes threads. */
const messaging = createRoute({
  getParentRoute: () => navigationLayout,
  id: 'messaging',
  beforeLoad: requireSession,
  component: screen(() => import('../../screens/messages/messages-layout.tsx'), 'MessagesLayout'),
})
const threads = [
  createRoute({
    getParentRoute: () => messaging,
    path: paths.messages,
    component: screen(() => import('../../screens/messages/messages.tsx'), 'MessagesScreen'),
  }),
  createRoute({
    getParentRoute: () => messaging,
    ...withIds(paths.thread),
    /** `seq` of a message in its thread, which a search result links to. */
    validateSearch: z.object({ at: z.int().positive().optional().catch(undefined) }),
    // Not a loader, whose result of a preload is reused.
    beforeLoad: ({ params, preload }) => {
      if (!preload) void loadStoredChat(params.messageThreadId)
    },
    component: screen(() => import('../../screens/messages/thread.tsx'), 'ThreadScreen'),
  }),
  createRoute({
    getParentRoute: () => messaging,
    ...withIds(paths.threadMembers),
    component: screen(() => import('../../screens/messages/thread-members.tsx'), 'ThreadMembersScreen'),
  }),
] as const
/** The page stays in the radio chat while its history is open. */
const radio = createRoute({
  getParentRoute: () => navigationLayout,
  id: 'radio',
  beforeLoad: requireSession,
  component: screen(() => import('../../screens/messages/radio-layout.tsx'), 'RadioLayout'),
})
const radioPages = [
  createRoute({
    getParentRoute: () => radio,
    ...withIds(paths.radio),
    component: screen(() => import('../../screens/messages/radio.tsx'), 'RadioScreen'),
  }),
  createRoute({
    getParentRoute: () => radio,
    ...withIds(paths.radioHistory),
    component: screen(() => import('../../screens/messages/radio-history.tsx'), 'RadioHistoryScreen'),
  }),
] as const

export const messagingScreens = [messaging.addChildren(threads), radio.addChildren(radioPages)] as const
