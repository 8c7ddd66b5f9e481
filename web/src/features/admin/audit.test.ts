import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../platform/i18n.ts'
import { actionWords, auditActions, dayBounds, targetWords } from './audit.ts'

beforeAll(loadTexts)

test('every action has words, and one of a newer unit stands as it is called', () => {
  expect(auditActions).toContain('user.deactivated')
  expect(actionWords('user.deactivated', (key) => `words of ${key}`)).toBe('words of audit.user.deactivated')
  expect(actionWords('feed.burned', () => 'no such words')).toBe('feed.burned')
})

test('a target is told by its name as it was then, and never by its id', () => {
  const actor = { id: 'aiko', name: 'Aiko' }
  expect(targetWords({ actor, details: { name: 'Patrol' }, targetId: 'x' })).toBe('Patrol')
  expect(targetWords({ actor, details: { name: 'Patrol', people: ['Ben', 'Chie'] }, targetId: 'x' })).toBe('Patrol: Ben, Chie')
  expect(targetWords({ actor, details: { name: '' }, targetId: 'x' })).toBe('–')
  expect(targetWords({ actor, details: {}, targetId: 'aiko' })).toBe('Aiko')
  expect(targetWords({ actor: null, details: {}, targetId: null })).toBe('–')
})

test('a day begins and ends at midnight here', () => {
  const { begin = '', end = '' } = dayBounds('2026-02-28')
  expect([new Date(begin).getHours(), new Date(end).getHours()]).toEqual([0, 0])
  expect([new Date(begin).getDate(), new Date(end).getDate()]).toEqual([28, 1])
  expect(dayBounds('')).toEqual({})
})
