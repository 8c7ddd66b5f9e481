import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Place } from '@noroshi/contract/places/places.http'
import { MapLegend } from '../../features/community-map/components/map-legend.tsx'
import { needsQuery } from '../../features/needs/needs.queries.ts'
import { fakeNeed } from '../../features/needs/testing/fake-need.ts'
import { useText } from '../../platform/language/i18n.ts'
import { placeMarker } from '../../shared/places/place-markers.tsx'
import { renderPage } from '../../testing/render-page.tsx'
import { PinIcon } from '../../ui/map/pins/pin-icon.tsx'
import { useMapNeeds } from './map-needs.tsx'

const school: Place = {
  id: '01990000-0000-7000-8000-000000000021',
  kind: 'shelter',
  name: 'School',
  note: '',
  state: 'open',
  capacity: null,
  latitude: 38.26,
  longitude: 140.87,
  version: 1,
  updatedAt: '2026-11-30T09:30:00.000Z',
}

function MapWithNeeds() {
  const text = useText()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const { shown, group, hasFailed } = useMapNeeds(hidden)
  const marker = placeMarker(school, text, shown.get(school.id))
  return (
    <>
      {hasFailed && <p>Failed</p>}
      <p role="img" aria-label={marker.label} data-testid="pin">
        <PinIcon marker={marker} />
      </p>
      <MapLegend groups={[group]} hidden={hidden} onChange={setHidden} onShow={() => undefined} />
    </>
  )
}

afterEach(() => vi.restoreAllMocks())

test('the pin of a place has the number of its open needs, which a switch of the legend hides', async () => {
  const place = { id: school.id, name: school.name }
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const needs = [fakeNeed({ place, expiresAt }), fakeNeed({ place, expiresAt }), fakeNeed({ expiresAt })]
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('no network'))
  const { cache } = await renderPage(<MapWithNeeds />)
  const pin = page.getByTestId('pin')
  // Until the needs are known, the map says that something is missing.
  await expect.element(page.getByText('Failed')).toBeVisible()
  cache.setQueryData(needsQuery.queryKey, { items: needs, nextCursor: null })
  await expect.element(pin).toHaveTextContent('2')
  await expect.element(pin).toHaveAccessibleName(/School.*2 needs here/)
  await expect.element(page.getByText('Failed')).not.toBeInTheDocument()
  await page.getByRole('switch', { name: 'Needs at places: 2' }).click()
  await expect.element(pin).toHaveTextContent('')
  await expect.element(pin).not.toHaveAccessibleName(/needs here/)
})
