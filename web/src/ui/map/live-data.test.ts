import { describe, expect, it } from 'vitest'
import { calmHue, tint } from './hue.ts'
import { crowds, wanted } from './live-data.ts'
import type { MapMarker } from './map-types.ts'

const at = { latitude: 38.26, longitude: 140.87 }
const alert: MapMarker = { kind: 'alert', id: 'a', label: 'Haruka, active', ...at }
const resolved: MapMarker = { kind: 'resolvedAlert', id: 'r', label: 'Yoshiko, resolved', ...at }
const person: MapMarker = { kind: 'person', id: 'p', label: 'Emma', initial: 'E', hue: 10, ...at }
const me: MapMarker = { kind: 'me', id: 'me', label: 'You', ...at }
const all = [alert, resolved, person, me]

describe('the crowds of the map', () => {
  it('keep an active alert apart from people and from what is resolved', () => {
    const { alerts, people, resolved: done } = crowds(all, 'light')
    const ids = [alerts, people, done].map(({ features }) => features.map(({ properties }) => properties?.['id'] as string))
    expect(ids).toEqual([['a'], ['p'], ['r']])
  })

  it('leave out what has no place', () => {
    expect(wanted([{ ...alert, latitude: Number.NaN }, person], undefined)).toEqual([person])
  })

  it('show the layers that are wanted', () => {
    expect(wanted(all, { me: false, alerts: true, people: false })).toEqual([alert, resolved])
    expect(wanted(all, undefined)).toEqual(all)
  })
})

describe('tints of people', () => {
  it('are never near red', () => {
    for (let hue = -720; hue <= 720; hue++) {
      expect(calmHue(hue)).toBeGreaterThanOrEqual(60)
      expect(calmHue(hue)).toBeLessThanOrEqual(320)
    }
  })

  it('stay as they are where they are calm', () => {
    expect([60, 200, 320].map(calmHue)).toEqual([60, 200, 320])
  })

  it('are colours which the canvas can read', () => {
    expect(tint('light', 200).fill).toMatch(/^rgb\(\d+,\d+,\d+\)$/)
  })
})
