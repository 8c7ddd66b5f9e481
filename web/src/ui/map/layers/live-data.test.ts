import { describe, expect, it } from 'vitest'
import { softHue, tint } from '../pins/hue.ts'
import { isAlwaysPin, markerCollections, visibleMarkers } from './live-data.ts'
import type { MapMarker } from '../map-types.ts'

const at = { latitude: 38.26, longitude: 140.87 }
const alert: MapMarker = { kind: 'alert', id: 'a', label: 'Haruka, active', ...at }
const resolved: MapMarker = { kind: 'resolvedAlert', id: 'r', label: 'Yoshiko, resolved', ...at }
const person: MapMarker = { kind: 'person', id: 'p', label: 'Emma', initial: 'E', hue: 10, ...at }
const me: MapMarker = { kind: 'me', id: 'me', label: 'You', ...at }
const all = [alert, resolved, person, me]

describe('the marker collections of the map', () => {
  it('separate active alerts from users and resolved alerts', () => {
    const { alerts, people, resolved: done } = markerCollections(all, 'light')
    const ids = [alerts, people, done].map(({ features }) => features.map(({ properties }) => properties?.['id'] as string))
    expect(ids).toEqual([['a'], ['p'], ['r']])
  })

  it('omit the user on air, who is a pin beside the clusters', () => {
    const speaker: MapMarker = { ...person, id: 's', speaking: true }
    const { people } = markerCollections([person, speaker, me], 'light')
    expect(people.features.map(({ properties }) => properties?.['id'] as string)).toEqual(['p'])
    expect([person, speaker, me, alert].map(isAlwaysPin)).toEqual([false, true, true, false])
  })

  it('omit the alert that the map is about, which is a pin beside the clusters, also when it is resolved', () => {
    const subjects: MapMarker[] = [
      { ...alert, id: 'subject', isSubject: true },
      { ...resolved, id: 'over', isSubject: true },
    ]
    const { alerts, resolved: done } = markerCollections([...subjects, alert], 'light')
    expect(alerts.features.map(({ properties }) => properties?.['id'] as string)).toEqual(['a'])
    expect(done.features).toEqual([])
    expect(subjects.map(isAlwaysPin)).toEqual([true, true])
  })

  it('omit markers without a valid location', () => {
    expect(visibleMarkers([{ ...alert, latitude: Number.NaN }, person], undefined)).toEqual([person])
  })

  it('contain the markers of the visible layers', () => {
    expect(visibleMarkers(all, { me: false, alerts: true, people: false })).toEqual([alert, resolved])
    expect(visibleMarkers(all, undefined)).toEqual(all)
  })
})

describe('the colours of users', () => {
  it('are never near red', () => {
    for (let hue = -720; hue <= 720; hue++) {
      expect(softHue(hue)).toBeGreaterThanOrEqual(60)
      expect(softHue(hue)).toBeLessThanOrEqual(320)
    }
  })

  it('keep a hue that is not near red', () => {
    expect([60, 200, 320].map(softHue)).toEqual([60, 200, 320])
  })

  it('are RGB colours, which MapLibre supports', () => {
    expect(tint('light', 200).fill).toMatch(/^rgb\(\d+,\d+,\d+\)$/)
  })
})
