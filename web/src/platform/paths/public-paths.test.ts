import { expect, test } from 'vitest'
import { isPublicPath } from './public-paths.ts'

test.each([
  '/',
  '/login',
  '/register',
  '/reset-password',
  '/feeds',
  '/feed/1/posts',
  '/pages/1',
  '/page/1/members',
  '/alerts/1/messages/2',
])('%s is public', (path) => expect(isPublicPath(path)).toBe(true))
test.each(['/alerts', '/messages', '/user/me', '/calls', '/feedback', '/login/x'])('%s needs a session', (path) =>
  expect(isPublicPath(path)).toBe(false),
)
