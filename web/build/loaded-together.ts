/** Modules that are preloaded with the code of the application, by `screenKey` of their path. */
export const PRELOADED: Readonly<Record<string, readonly string[]>> = {
  login: ['screens/accounts/login.tsx'],
  feeds: ['screens/feeds/feeds.tsx'],
  alerts: ['screens/alerts.tsx'],
  pages: ['screens/pages/pages.tsx'],
  calls: ['screens/calls.tsx'],
  messages: ['screens/messages/messages-layout.tsx', 'screens/messages/messages.tsx'],
  'messages/': ['screens/messages/messages-layout.tsx', 'screens/messages/thread.tsx'],
}

/** Modules that home loads after its first render. */
export const HOME_MODULES: readonly string[] = [
  'overlays/unread-messages.tsx',
  'features/dashboard/components/dashboard-sections.tsx',
]
