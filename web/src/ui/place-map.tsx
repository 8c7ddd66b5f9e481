import { useMemo } from 'react'
import { useText } from '../platform/i18n.ts'
import { useOwnPlace } from '../platform/own-place.ts'
import { distanceMetres, distanceText } from './map/distance.ts'
import type { MapMarker, MapViewProps } from './map/map-types.ts'
import { MapView } from './map/map-view.tsx'
import { useMapBase } from './use-map-base.ts'
import { useMapWords } from './use-map-words.ts'
import { useUnit } from '../platform/unit.ts'

interface Props extends Pick<MapViewProps, 'center' | 'zoom' | 'fitTo' | 'onPick' | 'picked' | 'onSelect' | 'children'> {
  /** Accessible name of the map. */
  name: string
  markers: readonly MapMarker[]
  /** What a cluster of them is called. */
  nameCrowd?: ((count: number) => string) | undefined
}

/** A map with some places and oneself. */
export function PlaceMap({ name, markers, nameCrowd, ...view }: Props) {
  const text = useText()
  const mapWords = useMapWords()
  const words = useMemo(
    () => ({ ...mapWords, map: name, ...(nameCrowd && { peopleHere: nameCrowd }) }),
    [mapWords, name, nameCrowd],
  )
  const me = useOwnPlace()
  const base = useMapBase(useUnit())
  const all = useMemo<MapMarker[]>(
    () => [...markers, ...(me ? [{ kind: 'me' as const, id: 'me', label: text('map.yourPosition'), ...me }] : [])],
    [markers, me, text],
  )
  return (
    <MapView
      {...view}
      {...base}
      markers={all}
      words={words}
      describe={(marker) =>
        me && marker.kind !== 'me' ? text('map.awayFromYou', { distance: distanceText(distanceMetres(me, marker)) }) : null
      }
    />
  )
}
