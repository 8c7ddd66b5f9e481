import { expect, test } from 'vitest'
import type { AuditEntry } from '@noroshi/contract/admin/audit.http'
import { actionText, auditActions, targetText } from './audit.ts'

test('every action has a text, and an unknown action is returned unchanged', () => {
  expect(auditActions()).toContain('user.deactivated')
  expect(actionText('user.deactivated', (key) => `text of ${key}`)).toBe('text of audit.user.deactivated')
  expect(actionText('feed.burned', () => 'no such text')).toBe('feed.burned')
})

test('a target is shown by its name at the time, never by its id', () => {
  const actor = { id: 'aiko', name: 'Aiko' }
  const shown = (entry: Pick<AuditEntry, 'actor' | 'details' | 'targetId'>) => targetText({ ...entry, targetKind: 'page' }, 'en')
  expect(shown({ actor, details: { name: 'Patrol' }, targetId: 'x' })).toBe('Patrol')
  expect(shown({ actor, details: { name: 'Patrol', people: ['Ben', 'Chie'] }, targetId: 'x' })).toBe('Patrol: Ben, Chie')
  expect(shown({ actor, details: { name: '' }, targetId: 'x' })).toBe('–')
  expect(shown({ actor, details: {}, targetId: 'aiko' })).toBe('Aiko')
  expect(shown({ actor: null, details: {}, targetId: null })).toBe('–')
})

test('a Japanese reader sees Japanese names with the family name first, and other names unchanged', () => {
  const actor = { id: 'haruka', name: '遥 佐藤' }
  const [user, group] = [{ targetKind: 'user' }, { targetKind: 'alertGroup' }] as const
  const shown = { actor, details: { name: '太郎 鈴木', people: ['花子 山田'] }, targetId: 'x' }
  expect(targetText({ ...shown, ...user }, 'ja')).toBe('鈴木 太郎: 山田 花子')
  expect(targetText({ ...shown, ...group }, 'ja')).toBe('太郎 鈴木: 山田 花子')
  expect(targetText({ ...shown, ...user }, 'en')).toBe('太郎 鈴木: 花子 山田')
  expect(targetText({ actor, details: {}, targetId: 'haruka', ...user }, 'ja')).toBe('佐藤 遥')
})
