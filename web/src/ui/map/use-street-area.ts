import { useEffect, useState } from 'react'
import type { Bounds } from './bounds.ts'
import { streetArchive } from './map-archives.ts'
import type { MapSettings } from './map-types.ts'

const EVERYWHERE: Bounds = [-Infinity, -Infinity, Infinity, Infinity]

/**
 * Returns the area that the operator's streets or tiles cover; null without them or if the archive cannot be read. Tiles
 * cover the world, as does an archive until its header is read.
 */
export function useStreetArea({ streetsTag, tileUrl }: MapSettings): Bounds | null {
  const [read, setRead] = useState<{ readonly tag: string; readonly area: Bounds | null } | null>(null)
  useEffect(() => {
    if (streetsTag === null) return
    let isCurrent = true
    const show = (area: Bounds | null) => isCurrent && setRead({ tag: streetsTag, area })
    streetArchive(streetsTag)
      .getHeader()
      .then(
        ({ minLon, minLat, maxLon, maxLat }) => show([minLon, minLat, maxLon, maxLat]),
        () => show(null),
      )
    return () => {
      isCurrent = false
    }
  }, [streetsTag])
  if (tileUrl) return EVERYWHERE
  if (streetsTag === null) return null
  return read?.tag === streetsTag ? read.area : EVERYWHERE
}
