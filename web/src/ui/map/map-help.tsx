import { useMap } from '@vis.gl/react-maplibre'
import type { GeoJSONSource, StyleSpecification } from 'maplibre-gl'
import { useEffect } from 'react'
import type { Place } from './distance.ts'
import { helpFeatures } from './style/help.ts'

interface Props {
  me: Place | undefined
  hasGrid: boolean
  /** A new style begins with nothing in its source `help`. */
  style: StyleSpecification
}

/** Keeps the grid and the rings of distance in step with the view. */
export function MapHelp({ me, hasGrid, style }: Props) {
  const { current: map } = useMap()
  const [latitude, longitude] = [me?.latitude, me?.longitude]
  useEffect(() => {
    if (!map) return undefined
    const center = latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
    const draw = () => {
      const b = map.getBounds()
      const view = {
        west: b.getWest(),
        south: b.getSouth(),
        east: b.getEast(),
        north: b.getNorth(),
        zoom: map.getZoom(),
        height: map.getContainer().clientHeight,
      }
      void map.getSource<GeoJSONSource>('help')?.setData(helpFeatures(view, hasGrid, center))
    }
    draw()
    map.on('moveend', draw)
    map.on('resize', draw)
    map.on('styledata', draw)
    return () => {
      map.off('moveend', draw)
      map.off('resize', draw)
      map.off('styledata', draw)
    }
  }, [map, hasGrid, latitude, longitude, style])
  return null
}
