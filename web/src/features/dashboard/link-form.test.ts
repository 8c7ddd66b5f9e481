import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { toLocalDateTime } from '../../platform/language/local-date-time.ts'
import { linkFormOf, errorsOfLink, linkValuesOf } from './link-form.ts'

const section = { id: newId(), type: 'textLink' } as const
const filled = { ...linkValuesOf(null), linkText: 'Water', linkUrl: '/alerts' }
const fields = (problems: Record<string, string>) => Object.keys(problems)

test('a link is external if its URL leads out of the app', () => {
  expect(linkFormOf(section.id, { ...filled, linkUrl: ' https://example.org/ ' }).isExternal).toBe(true)
  expect(linkFormOf(section.id, filled).isExternal).toBe(false)
})

test('a time is unchanged after the form, to the minute', () => {
  const start = toLocalDateTime('2026-11-21T09:42:00.000Z')
  expect(linkFormOf(section.id, { ...filled, start }).start).toBe('2026-11-21T09:42:00.000Z')
  expect(linkFormOf(section.id, filled).start).toBe('')
})

test('an empty form has an error for each required field', () => {
  expect(fields(errorsOfLink(section, false, linkValuesOf(null)))).toEqual(['linkUrl', 'linkText'])
  expect(errorsOfLink(section, false, filled)).toEqual({})
})

test('a link to a script or a disguised host is refused', () => {
  for (const linkUrl of ['javascript:alert(1)', '//evil.example', '/\\evil.example', 'mailto:a@b.example'])
    expect(fields(errorsOfLink(section, false, { ...filled, linkUrl }))).toContain('linkUrl')
})

test('an end before the start is refused', () => {
  expect(fields(errorsOfLink(section, false, { ...filled, start: '2026-11-21T10:00', end: '2026-11-21T09:00' }))).toEqual(['end'])
})

test('a link needs a picture in a picture section and an icon in an icon section', () => {
  const image = new File(['x'], 'x.png', { type: 'image/png' })
  const pictures = { ...section, type: 'imageLink' } as const
  expect(fields(errorsOfLink(pictures, false, filled))).toEqual(['image'])
  expect(errorsOfLink(pictures, false, { ...filled, image })).toEqual({})
  expect(errorsOfLink(pictures, true, filled)).toEqual({})
  expect(fields(errorsOfLink(pictures, true, { ...filled, removesImage: true }))).toEqual(['image'])
  expect(fields(errorsOfLink({ ...section, type: 'iconLink' }, false, filled))).toEqual(['iconName'])
})
