import type { MapLayerMouseEvent, MapRef } from '@vis.gl/react-maplibre'
import type { GeoJSONSource } from 'maplibre-gl'
import { useMemo, useState, type RefObject } from 'react'
import type { LatLng } from './distance.ts'
import type { MarkerCollection } from './layers/live-data.ts'
import { LIVE_LAYERS } from './layers/live-layers.tsx'
import { SHAPE_LAYERS, SHAPES } from './layers/shapes-layer.tsx'
import type { MapMarker } from './map-types.ts'
import { BY_USER } from './use-camera.ts'
import type { Stack } from './pins/overlaps.ts'
import type { ClusterPin, StackItem } from './pins/use-pins.ts'
import { MAX_ZOOM, toMapZoom } from './zoom.ts'

/** The layers that react to clicks. Markers are above lines and areas. */
const INTERACTIVE = [...LIVE_LAYERS, ...SHAPE_LAYERS]

/** Max markers listed of a cluster that no zoom can split, such as users in one shelter. */
const MAX_LISTED = 1000

interface Handlers {
  onPick: ((place: LatLng) => void) | undefined
  onSelect: ((marker: MapMarker) => void) | undefined
  /** Called with the id of a line or an area. */
  onShape: ((id: string) => void) | undefined
  onList: (collection: MarkerCollection, markers: readonly MapMarker[]) => void
  /** Lists markers of several kinds that hide each other. */
  onListAll: (markers: readonly MapMarker[]) => void
}

type Cluster = Pick<ClusterPin, 'collection' | 'clusterId' | 'latitude' | 'longitude'>

/** Handles clicks on the canvas: a cluster opens, a marker is selected, and any other point is picked. */
export function useMapClicks(
  mapRef: RefObject<MapRef | null>,
  markers: readonly MapMarker[],
  { onPick, onSelect, onShape, onList, onListAll }: Handlers,
) {
  const [isOver, setOver] = useState(false)
  const byId = useMemo(() => new Map(markers.map((marker) => [marker.id, marker])), [markers])

  /** Zooms to where a cluster splits, or lists its markers. */
  const open = ({ collection, clusterId, latitude, longitude }: Cluster) => {
    const map = mapRef.current
    const source = map?.getSource<GeoJSONSource>(collection)
    if (!map || !source) return
    source
      .getClusterExpansionZoom(clusterId)
      .then(async (zoom) => {
        if (zoom <= toMapZoom(MAX_ZOOM)) {
          map.easeTo({ center: [longitude, latitude], zoom: Math.max(zoom, map.getZoom() + 1) }, BY_USER)
          return
        }
        const leaves = await source.getClusterLeaves(clusterId, MAX_LISTED, 0)
        onList(
          collection,
          leaves.flatMap(({ properties }) => byId.get(String(properties?.['id'])) ?? []),
        )
      })
      // The data changed between drawing and clicking, and the cluster no longer exists: zoom in to show the current
      // data.
      .catch(() => map.easeTo({ center: [longitude, latitude], zoom: map.getZoom() + 2 }, BY_USER))
  }

  const markersOf = async ({ id, collection, clusterId }: StackItem): Promise<MapMarker[]> => {
    const source = collection && mapRef.current?.getSource<GeoJSONSource>(collection)
    if (!source || clusterId === null) return [byId.get(id) ?? []].flat()
    // A cluster that no longer exists has no markers; the badge disappears with the next update.
    const leaves = await source.getClusterLeaves(clusterId, MAX_LISTED, 0).catch(() => [])
    return leaves.flatMap(({ properties }) => byId.get(String(properties?.['id'])) ?? [])
  }
  const openStack = ({ top, hidden }: Stack<StackItem>) => {
    void Promise.all([top, ...hidden].map(markersOf)).then((lists) => onListAll(lists.flat()))
  }

  const onClick = ({ features, lngLat, originalEvent }: MapLayerMouseEvent) => {
    // Pins and buttons are inside the canvas element's box and handle their own clicks.
    if (!(originalEvent.target instanceof HTMLCanvasElement)) return
    const feature = features?.[0]
    if (!feature) {
      const { lat: latitude, lng: longitude } = lngLat.wrap()
      onPick?.({ latitude, longitude })
      return
    }
    const { properties, geometry, source } = feature
    if (source === SHAPES) {
      onShape?.(String(properties['id']))
      return
    }
    if (properties['cluster_id'] !== undefined && geometry.type === 'Point') {
      const [longitude = 0, latitude = 0] = geometry.coordinates
      open({ collection: source as ClusterPin['collection'], clusterId: Number(properties['cluster_id']), latitude, longitude })
      return
    }
    const marker = byId.get(String(properties['id']))
    if (marker) onSelect?.(marker)
  }

  return {
    open,
    openStack,
    clicks: {
      onClick,
      interactiveLayerIds: INTERACTIVE,
      onMouseEnter: () => setOver(true),
      onMouseLeave: () => setOver(false),
      cursor: isOver ? 'pointer' : onPick ? 'crosshair' : 'grab',
    },
  }
}
