import { useMap } from '@vis.gl/react-maplibre'
import type { GeoJSONSource, StyleSpecification } from 'maplibre-gl'
import { useEffect } from 'react'
import type { LatLng } from './distance.ts'
import { helpFeatures } from './style/help.ts'

interface Props {
  me: LatLng | undefined
  hasGrid: boolean
  /** A new style has an empty source `help`. */
  style: StyleSpecification
}

/** Draws the grid and the distance rings for the current view. */
export function MapHelp({ me, hasGrid, style }: Props) {
  const { current: map } = useMap()
  const [latitude, longitude] = [me?.latitude, me?.longitude]
  useEffect(() => {
    if (!map) return undefined
    const center = latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
    const draw = () => {
      const bounds = map.getBounds()
      const view = {
        west: bounds.getWest(),
        south: bounds.getSouth(),
        east: bounds.getEast(),
        north: bounds.getNorth(),
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
