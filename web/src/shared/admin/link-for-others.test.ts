import { expect, test } from 'vitest'
import { linkForOthers } from './link-for-others.ts'

const invitation = { link: '/register?invite=a', hosts: ['192.168.1.5', '10.0.0.2'], httpPort: null }

test.each([
  ['http://192.168.1.9:3000/admin', {}, 'http://192.168.1.9:3000/register?invite=a'],
  ['http://localhost:3000/admin', {}, 'http://192.168.1.5:3000/register?invite=a'],
  ['http://127.0.0.1:3000/admin', {}, 'http://192.168.1.5:3000/register?invite=a'],
  ['https://localhost:3443/admin', { httpPort: 3000 }, 'http://192.168.1.5:3000/register?invite=a'],
  ['https://192.168.1.9:3443/admin', { httpPort: 3000 }, 'http://192.168.1.9:3000/register?invite=a'],
  ['https://hall.example.org/admin', {}, 'https://hall.example.org/register?invite=a'],
  ['http://localhost:3000/admin', { link: 'https://hall.example.org/x', hosts: [] }, 'https://hall.example.org/x'],
])('an administrator at %s invites by an address that phones can open', (page, changes, url) => {
  expect(linkForOthers({ ...invitation, ...changes }, page)).toEqual({ url, isReachable: true })
})

test('an administrator of a server that only its own computer reaches learns it', () => {
  expect(linkForOthers({ ...invitation, hosts: [] }, 'http://localhost:3000/admin').isReachable).toBe(false)
})
