import { useMemo } from 'react'
import { useText } from '../../platform/language/i18n.ts'
import { useOwnLocation } from '../../platform/device/own-location.ts'
import { distanceMetres, distanceText } from '../../ui/map/distance.ts'
import type { MapMarker, MapViewProps } from '../../ui/map/map-types.ts'
import { MapView } from '../../ui/map/map-view.tsx'
import { useMapBase } from './use-map-base.ts'
import { useMapTexts } from './use-map-texts.ts'
import { useUnit } from '../../platform/session/unit.ts'

interface Props extends Pick<
  MapViewProps,
  'center' | 'zoom' | 'fitTo' | 'onPick' | 'picked' | 'area' | 'pictures' | 'onFrame' | 'compact' | 'onSelect' | 'children'
> {
  /** Accessible name of the map. */
  name: string
  markers: readonly MapMarker[]
  /** Returns the label of a cluster of markers. */
  clusterLabel?: ((count: number) => string) | undefined
}

/** A map with markers and the user's own location. */
export function LocationMap({ name, markers, clusterLabel, center, ...view }: Props) {
  const text = useText()
  const mapTexts = useMapTexts()
  const texts = useMemo(
    () => ({ ...mapTexts, map: name, ...(clusterLabel && { peopleHere: clusterLabel }) }),
    [mapTexts, name, clusterLabel],
  )
  const me = useOwnLocation()
  const unit = useUnit()
  const base = useMapBase(unit)
  const all = useMemo<MapMarker[]>(
    () => [...markers, ...(me ? [{ kind: 'me' as const, id: 'me', label: text('map.yourLocation'), ...me }] : [])],
    [markers, me, text],
  )
  return (
    <MapView
      {...view}
      {...base}
      center={center ?? unit?.location}
      markers={all}
      texts={texts}
      describe={(marker) =>
        me && marker.kind !== 'me' ? text('map.awayFromYou', { distance: distanceText(distanceMetres(me, marker)) }) : null
      }
    />
  )
}
