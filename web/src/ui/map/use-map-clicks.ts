import type { MapLayerMouseEvent, MapRef } from '@vis.gl/react-maplibre'
import type { GeoJSONSource } from 'maplibre-gl'
import { useMemo, useState, type RefObject } from 'react'
import type { Place } from './distance.ts'
import type { Crowd } from './live-data.ts'
import { LIVE_LAYERS } from './live-layers.tsx'
import type { MapMarker } from './map-types.ts'
import { BY_READER } from './use-camera.ts'
import type { ClusterPin } from './use-pins.ts'
import { MAX_ZOOM, toMapZoom } from './zoom.ts'

/** A cluster that no zoom can part is listed; of the crowd in one shelter no more than so many. */
const MOST_LISTED = 1000

interface Handlers {
  onPick: ((place: Place) => void) | undefined
  onSelect: ((marker: MapMarker) => void) | undefined
  onList: (crowd: Crowd, markers: readonly MapMarker[]) => void
}

type Cluster = Pick<ClusterPin, 'crowd' | 'clusterId' | 'latitude' | 'longitude'>

/** What a touch of the canvas means: a cluster opens, a marker is chosen, anything else is a place to pick. */
export function useMapClicks(
  mapRef: RefObject<MapRef | null>,
  markers: readonly MapMarker[],
  { onPick, onSelect, onList }: Handlers,
) {
  const [isOver, setOver] = useState(false)
  const byId = useMemo(() => new Map(markers.map((marker) => [marker.id, marker])), [markers])

  /** Zooms to where a cluster falls apart, or lists what is in it. */
  const open = ({ crowd, clusterId, latitude, longitude }: Cluster) => {
    const map = mapRef.current
    const source = map?.getSource<GeoJSONSource>(crowd)
    if (!map || !source) return
    source
      .getClusterExpansionZoom(clusterId)
      .then(async (zoom) => {
        if (zoom <= toMapZoom(MAX_ZOOM)) {
          map.easeTo({ center: [longitude, latitude], zoom: Math.max(zoom, map.getZoom() + 1) }, BY_READER)
          return
        }
        const leaves = await source.getClusterLeaves(clusterId, MOST_LISTED, 0)
        onList(
          crowd,
          leaves.flatMap(({ properties }) => byId.get(String(properties?.['id'])) ?? []),
        )
      })
      // The data changed between drawing and touching, and the cluster is gone: a nearer look shows what is there now.
      .catch(() => map.easeTo({ center: [longitude, latitude], zoom: map.getZoom() + 2 }, BY_READER))
  }

  const onClick = ({ features, lngLat, originalEvent }: MapLayerMouseEvent) => {
    // Pins and keys lie inside the canvas' box and answer for themselves.
    if (!(originalEvent.target instanceof HTMLCanvasElement)) return
    const feature = features?.[0]
    if (!feature) {
      const { lat: latitude, lng: longitude } = lngLat.wrap()
      onPick?.({ latitude, longitude })
      return
    }
    const { properties, geometry, source } = feature
    if (properties['cluster_id'] !== undefined && geometry.type === 'Point') {
      const [longitude = 0, latitude = 0] = geometry.coordinates
      open({ crowd: source as ClusterPin['crowd'], clusterId: Number(properties['cluster_id']), latitude, longitude })
      return
    }
    const marker = byId.get(String(properties['id']))
    if (marker && onSelect) onSelect(marker)
    else if (marker?.href) window.location.assign(marker.href)
  }

  return {
    open,
    clicks: {
      onClick,
      interactiveLayerIds: LIVE_LAYERS,
      onMouseEnter: () => setOver(true),
      onMouseLeave: () => setOver(false),
      cursor: isOver ? 'pointer' : onPick ? 'crosshair' : 'grab',
    },
  }
}
