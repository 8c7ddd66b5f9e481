import { useMap } from '@vis.gl/react-maplibre'
import { IconArrowNarrowUp } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import type { Language } from '@noroshi/contract/i18n'
import { type Bounds, contains } from '../bounds.ts'
import { bearingDegrees, compassOctant, distanceMetres, type LatLng } from '../distance.ts'
import { world } from '../map-archives.ts'
import { viewOf } from '../map-grid.tsx'
import type { MapTexts } from '../map-types.ts'
import css from './nearest-towns-list.module.css'
import { createTownSearch, type Town } from './nearest-towns.ts'
import { lacksStreets } from '../style/grid.ts'

interface Props {
  streetArea: Bounds | null
  texts: MapTexts
  language: Language
}

const nearestTowns = createTownSearch(async (zoom, x, y) => (await world.getZxy(zoom, x, y))?.data)

interface Nearest {
  readonly centre: LatLng
  readonly towns: readonly Town[]
}

/** Lists the nearest towns, with distance and direction from the centre, while the view has neither streets nor names. */
export function NearestTowns({ streetArea, texts, language }: Props) {
  const id = useId()
  const nearest = useNearest(streetArea)
  if (!nearest) return null
  const { centre, towns } = nearest
  return (
    <div className={css.nearest}>
      <p id={id} className={css.title}>
        {texts.nearestTowns}
      </p>
      <ul aria-labelledby={id}>
        {towns.map((town) => (
          <li key={`${town.latitude},${town.longitude}`}>
            <IconArrowNarrowUp
              size={18}
              stroke={2}
              aria-hidden
              style={{ transform: `rotate(${bearingDegrees(centre, town)}deg)` }}
            />
            <span>
              <b>{language === 'ja' ? town.ja : town.en}</b>{' '}
              {texts.away(distanceMetres(centre, town), compassOctant(centre, town))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Returns the nearest towns of the centre, updated after each move; null while the view needs none. */
function useNearest(streetArea: Bounds | null): Nearest | null {
  const { current: map } = useMap()
  const [nearest, setNearest] = useState<Nearest | null>(null)
  useEffect(() => {
    if (!map) return undefined
    let search = 0
    const update = async () => {
      const current = ++search
      const view = viewOf(map)
      const found = lacksStreets(view, streetArea) ? await searchFrom(map.getCenter().wrap()) : null
      const isNamed = found?.towns.some((town) => contains([view.west, view.south, view.east, view.north], town))
      if (current === search) setNearest(isNamed === true ? null : found)
    }
    const onMove = () => void update()
    onMove()
    map.on('moveend', onMove)
    map.on('resize', onMove)
    return () => {
      search = Infinity
      map.off('moveend', onMove)
      map.off('resize', onMove)
    }
  }, [map, streetArea])
  return nearest
}

async function searchFrom({ lat: latitude, lng: longitude }: { lat: number; lng: number }): Promise<Nearest | null> {
  const centre = { latitude, longitude }
  try {
    const towns = await nearestTowns(centre)
    return towns.length > 0 ? { centre, towns } : null
  } catch {
    return null // the map reports that its archive cannot be read
  }
}
