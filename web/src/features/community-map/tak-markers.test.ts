import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { TakMarker } from '@noroshi/contract/exchange/tak.http'
import { createReceiver } from '../../platform/connection/live.ts'
import { newId } from '../../platform/ids.ts'
import { text } from '../../platform/language/i18n.ts'
import { takMarkersLive } from './tak-markers.live.ts'
import { takMarkersQuery } from './tak-markers.queries.ts'
import { isOver, takPin } from './tak-markers.tsx'

test('a change of the markers of rescue teams reads them again', () => {
  const cache = new QueryClient()
  cache.setQueryData(takMarkersQuery.queryKey, { items: [], nextCursor: null })
  createReceiver(cache, [takMarkersLive])('tak:markers_changed', {}, newId(), { isCatchUp: false })
  expect(cache.getQueryState(takMarkersQuery.queryKey)?.isInvalidated).toBe(true)
})

test('a marker fades at its stale time, and is over ten minutes later', () => {
  const marker: TakMarker = {
    id: newId(),
    name: 'Depot',
    latitude: 38.2,
    longitude: 140.8,
    isExercise: false,
    at: '2026-11-30T11:00:00.000Z',
    staleAt: '2026-11-30T12:00:00.000Z',
  }
  const at = (time: string) => new Date(`2026-11-30T${time}.000Z`)
  expect(takPin(marker, at('11:59:59'), text)).toMatchObject({ caption: 'Depot', isFaded: false, tone: 'plain' })
  expect(takPin(marker, at('12:00:00'), text)).toMatchObject({ isFaded: true })
  expect([isOver(marker, at('12:09:59')), isOver(marker, at('12:10:00'))]).toEqual([false, true])
  expect(takPin({ ...marker, isExercise: true }, at('11:30:00'), text)).toMatchObject({
    caption: 'EXERCISE: Depot',
    tone: 'muted',
  })
})
