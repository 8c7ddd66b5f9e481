import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Place } from '@noroshi/contract/places/places.http'
import type { PlaceCounts } from '@noroshi/contract/roll-calls/roll-calls'
import { addLive } from '../../../platform/connection/live.ts'
import { type Text, useText } from '../../../platform/language/i18n.ts'
import { LocationMap } from '../../../shared/location/location-map.tsx'
import { placeMarker } from '../../../shared/places/place-markers.tsx'
import { PlacePlate } from '../../../shared/places/place-plate.tsx'
import { placesLive } from '../../../shared/places/places.live.ts'
import { placesQuery } from '../../../shared/places/places.queries.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { placeCountsQuery } from '../roll-calls.queries.ts'
import css from '../components/roll-calls.module.css'

// Registers the events before the first query of places, so that none is missed.
addLive(placesLive)

interface Row {
  readonly place: Place
  readonly counts: PlaceCounts
}

const countsText = ({ safe, injured, needHelp }: PlaceCounts, text: Text): string =>
  text('rollCalls.placeSummary', { safe, injured, needHelp })

/** The newest answers by the places that they name, on the map and as a list. Without such answers it shows nothing. */
export function PlaceTally({ rollCallId }: { rollCallId: string }) {
  const text = useText()
  const { data: counts } = useQuery(placeCountsQuery(rollCallId))
  const { data: places } = useQuery(placesQuery)
  const [shownId, setShownId] = useState<string | null>(null)
  const rows = useMemo(
    () =>
      (places?.items ?? []).flatMap((place): Row[] => {
        const found = counts?.items.find(({ placeId }) => placeId === place.id)
        return found ? [{ place, counts: found }] : []
      }),
    [places, counts],
  )
  const markers = useMemo(
    () =>
      rows.map(({ place, counts: ofPlace }) => {
        const marker = placeMarker(place, text)
        return { ...marker, label: `${marker.label}${text('map.listSeparator')}${countsText(ofPlace, text)}` }
      }),
    [rows, text],
  )
  if (rows.length === 0) return null
  const shown = rows.find(({ place }) => place.id === shownId)
  return (
    <Card className={css.part}>
      <h2>{text('rollCalls.byPlace')}</h2>
      <div className={css.map}>
        <LocationMap name={text('rollCalls.byPlace')} markers={markers} fitTo={markers} onSelect={({ id }) => setShownId(id)}>
          {shown && (
            <PlacePlate place={shown.place} onClose={() => setShownId(null)}>
              <b>{countsText(shown.counts, text)}</b>
            </PlacePlate>
          )}
        </LocationMap>
      </div>
      <dl className={css.facts}>
        {rows.map(({ place, counts: ofPlace }) => (
          <div key={place.id}>
            <dt translate="no">{place.name}</dt>
            <dd>{countsText(ofPlace, text)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
