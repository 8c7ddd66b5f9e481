import { useComputedColorScheme } from '@mantine/core'
import { useMemo } from 'react'
import { useLanguage, useText } from '../platform/i18n.ts'
import { locateMe, useOwnPlace } from '../platform/own-place.ts'
import { distanceMetres, distanceText } from './map/distance.ts'
import type { LocateOutcome, MapMarker, MapViewProps } from './map/map-types.ts'
import { MapView } from './map/map-view.tsx'
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
  const language = useLanguage()
  const mapWords = useMapWords()
  const words = useMemo(
    () => ({ ...mapWords, map: name, ...(nameCrowd && { peopleHere: nameCrowd }) }),
    [mapWords, name, nameCrowd],
  )
  const colorScheme = useComputedColorScheme('light')
  const me = useOwnPlace()
  const unit = useUnit()
  const settings = useMemo(() => ({ hasStreets: unit?.hasStreets ?? false, tileUrl: unit?.tileUrl ?? null }), [unit])
  const all = useMemo<MapMarker[]>(
    () => [...markers, ...(me ? [{ kind: 'me' as const, id: 'me', label: text('map.yourPosition'), ...me }] : [])],
    [markers, me, text],
  )
  const locate = async (): Promise<LocateOutcome> => {
    const found = await locateMe()
    if ('location' in found) return found.location
    const { reason } = found
    return { unavailable: text(`alerts.position.${reason === 'insecure' || reason === 'denied' ? reason : 'unknown'}`) }
  }
  return (
    <MapView
      {...view}
      markers={all}
      settings={settings}
      language={language}
      colorScheme={colorScheme}
      words={words}
      describe={(marker) =>
        me && marker.kind !== 'me' ? text('map.awayFromYou', { distance: distanceText(distanceMetres(me, marker)) }) : null
      }
      onLocate={locate}
    />
  )
}
