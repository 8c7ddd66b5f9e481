/** The first segments of the paths of pages (web/src/platform/paths.ts). */
const PAGES = new Set([
  '',
  'admin',
  'alerts',
  'asr-chat',
  'call',
  'calls',
  'confirm-email',
  'feed',
  'feeds',
  'group-call',
  'join',
  'login',
  'messages',
  'page',
  'pages',
  'ready',
  'register',
  'reset-password',
  'siren',
  'standby',
  'user',
])
const FILE_NAME = /\.[^/]*$/

/**
 * Returns whether a path is answered with index.html. All other paths, such as those of the API, files and the map, are
 * left to the server.
 */
export function isPage(pathname: string): boolean {
  return PAGES.has(pathname.split('/')[1] ?? '') && !FILE_NAME.test(pathname)
}
