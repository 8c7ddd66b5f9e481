import { type MapRef, useMap } from '@vis.gl/react-maplibre'
import type { GeoJSONSource, StyleSpecification } from 'maplibre-gl'
import { useEffect } from 'react'
import type { Bounds } from './bounds.ts'
import type { LatLng } from './distance.ts'
import { gridAndRingFeatures, type View } from './style/grid.ts'

interface Props {
  me: LatLng | undefined
  /** The area of the streets; null without streets. */
  streetArea: Bounds | null
  /** A new style has an empty source `grid-and-rings`. */
  style: StyleSpecification
}

/** Returns the current view of a map. */
export function viewOf(map: MapRef): View {
  const bounds = map.getBounds()
  return {
    west: bounds.getWest(),
    south: bounds.getSouth(),
    east: bounds.getEast(),
    north: bounds.getNorth(),
    zoom: map.getZoom(),
    height: map.getContainer().clientHeight,
  }
}

/** Draws the grid and the distance rings for the current view. */
export function MapGrid({ me, streetArea, style }: Props) {
  const { current: map } = useMap()
  const [latitude, longitude] = [me?.latitude, me?.longitude]
  useEffect(() => {
    if (!map) return undefined
    const center = latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
    const draw = () => {
      void map.getSource<GeoJSONSource>('grid-and-rings')?.setData(gridAndRingFeatures(viewOf(map), streetArea, center))
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
  }, [map, streetArea, latitude, longitude, style])
  return null
}
