import { beforeAll, expect, test } from 'vitest'
import { loadTexts, text } from '../../platform/language/i18n.ts'
import { noticeShapeView } from './notices-on-map.ts'
import { fakeNotice } from './testing/fake-notice.ts'

beforeAll(() => loadTexts())

const points = [38, 38.1, 38.2].map((latitude, index) => ({ latitude, longitude: 140 + (index % 2) }))

test('an area of a real notice has the colour of its severity, and that of an exercise or a test is dashed and says so', () => {
  const look = (fields: Parameters<typeof fakeNotice>[0], severity: 'extreme' | 'minor' | null) => {
    const { name, color, isDashed } = noticeShapeView(fakeNotice(fields), { severity, points }, text)
    return [name, color, isDashed]
  }
  expect(look({}, 'extreme')).toEqual(['Heavy rain', 'purple', false])
  expect(look({}, 'minor')).toEqual(['Heavy rain', 'amber', false])
  expect(look({}, null)).toEqual(['Heavy rain', 'amber', false])
  expect(look({ status: 'exercise' }, 'extreme')).toEqual(['EXERCISE: Heavy rain', 'grey', true])
  expect(look({ status: 'test' }, 'extreme')).toEqual(['TEST: Heavy rain', 'grey', true])
})
