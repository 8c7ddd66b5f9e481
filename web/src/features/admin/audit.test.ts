import { expect, test } from 'vitest'
import { actionText, auditActions, dayBounds, targetText } from './audit.ts'

test('every action has a text, and an unknown action is returned unchanged', () => {
  expect(auditActions()).toContain('user.deactivated')
  expect(actionText('user.deactivated', (key) => `text of ${key}`)).toBe('text of audit.user.deactivated')
  expect(actionText('feed.burned', () => 'no such text')).toBe('feed.burned')
})

test('a target is shown by its name at the time, never by its id', () => {
  const actor = { id: 'aiko', name: 'Aiko' }
  expect(targetText({ actor, details: { name: 'Patrol' }, targetId: 'x' })).toBe('Patrol')
  expect(targetText({ actor, details: { name: 'Patrol', people: ['Ben', 'Chie'] }, targetId: 'x' })).toBe('Patrol: Ben, Chie')
  expect(targetText({ actor, details: { name: '' }, targetId: 'x' })).toBe('–')
  expect(targetText({ actor, details: {}, targetId: 'aiko' })).toBe('Aiko')
  expect(targetText({ actor: null, details: {}, targetId: null })).toBe('–')
})

test('a day starts and ends at local midnight', () => {
  const { start = '', end = '' } = dayBounds('2026-02-28')
  expect([new Date(start).getHours(), new Date(end).getHours()]).toEqual([0, 0])
  expect([new Date(start).getDate(), new Date(end).getDate()]).toEqual([28, 1])
  expect(dayBounds('')).toEqual({})
})
