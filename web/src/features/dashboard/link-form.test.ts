import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../platform/i18n.ts'
import { newId } from '../../platform/ids.ts'
import { formOf, problemsIn, toField, valuesOf } from './link-form.ts'

const section = { id: newId(), type: 'textLink' } as const
const filled = { ...valuesOf(null), linkText: 'Water', linkUrl: '/alerts' }
const fields = (problems: Record<string, string>) => Object.keys(problems)

beforeAll(loadTexts)

test('an address tells by itself whether it leads out of the app', () => {
  expect(formOf(section.id, { ...filled, linkUrl: ' https://example.org/ ' }).isExternal).toBe(true)
  expect(formOf(section.id, filled).isExternal).toBe(false)
})

test('a moment comes back from its field as it went in, to the minute', () => {
  const field = toField('2026-11-21T09:42:00.000Z')
  expect(formOf(section.id, { ...filled, start: field }).start).toBe('2026-11-21T09:42:00.000Z')
  expect(formOf(section.id, filled).start).toBe('')
})

test('an empty form names each field that is missing', () => {
  expect(fields(problemsIn(section, false, valuesOf(null)))).toEqual(['linkUrl', 'linkText'])
  expect(problemsIn(section, false, filled)).toEqual({})
})

test('no link leads to a script, or to another host in disguise', () => {
  for (const linkUrl of ['javascript:alert(1)', '//evil.example', '/\\evil.example', 'mailto:a@b.example'])
    expect(fields(problemsIn(section, false, { ...filled, linkUrl }))).toContain('linkUrl')
})

test('the end must lie after the start', () => {
  expect(fields(problemsIn(section, false, { ...filled, start: '2026-11-21T10:00', end: '2026-11-21T09:00' }))).toEqual(['end'])
})

test('a section with pictures asks for one, and a section with icons for an icon', () => {
  const image = new File(['x'], 'x.png', { type: 'image/png' })
  const pictures = { ...section, type: 'imageLink' } as const
  expect(fields(problemsIn(pictures, false, filled))).toEqual(['image'])
  expect(problemsIn(pictures, false, { ...filled, image })).toEqual({})
  expect(problemsIn(pictures, true, filled)).toEqual({})
  expect(fields(problemsIn(pictures, true, { ...filled, removesImage: true }))).toEqual(['image'])
  expect(fields(problemsIn({ ...section, type: 'iconLink' }, false, filled))).toEqual(['iconName'])
})
