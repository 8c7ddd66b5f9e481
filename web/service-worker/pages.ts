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

/** Whether index.html answers this path. Every other path is left to the server, such as the API, files and the map. */
export function isPage(pathname: string): boolean {
  return PAGES.has(pathname.split('/')[1] ?? '') && !FILE_NAME.test(pathname)
}
