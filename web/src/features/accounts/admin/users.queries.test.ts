import { expect, test } from 'vitest'
import type { AdminUser } from '@noroshi/contract/admin/users.http'
import { withUser } from './users.queries.ts'

const user = (id: string, version: number, isActive: boolean): AdminUser => ({
  id,
  firstName: id,
  lastName: '',
  fullName: id,
  avatarUrl: null,
  email: `${id}@example.org`,
  isAdmin: false,
  hasSecondFactor: false,
  hasDailyLimit: true,
  isActive,
  createdAt: '2026-11-21T09:00:00.000Z',
  version,
})
const pages = (...users: AdminUser[][]) => ({
  pages: users.map((items) => ({ items, nextCursor: null, total: 2 })),
  pageParams: users.map(() => null),
})

test('a changed user is replaced in place on any page', () => {
  const list = pages([user('aiko', 1, true)], [user('ben', 1, true)])
  expect(withUser(user('ben', 2, false))(list)).toEqual(pages([user('aiko', 1, true)], [user('ben', 2, false)]))
})

test('a late reply with an older version changes nothing', () => {
  const list = pages([user('ben', 3, false)])
  expect(withUser(user('ben', 2, true))(list)).toEqual(list)
})
