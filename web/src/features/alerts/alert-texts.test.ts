import { expect, test } from 'vitest'
import { text } from '../../platform/language/i18n.ts'
import { distanceOf, offsetOf } from './alert-texts.ts'

const sendai = { latitude: 38.26, longitude: 140.87 }

test('a location less than 10 metres away is here and has no direction', () => {
  const near = { ...sendai, latitude: sendai.latitude + 0.00008 }
  expect(offsetOf(sendai, sendai, text)).toBeNull()
  expect(offsetOf(sendai, near, text)).toBeNull()
  expect(distanceOf(sendai, near, text)).toBe('here')
})

test('a location farther away has a distance and a direction', () => {
  const north = { ...sendai, latitude: sendai.latitude + 0.001 }
  expect(offsetOf(sendai, north, text)).toEqual({ distance: '110 m', direction: 'north' })
  expect(distanceOf(sendai, north, text)).toBe('110 m')
})
