import { useMap, type MapRef } from '@vis.gl/react-maplibre'
import { useEffect, useState } from 'react'
import type { Place } from './distance.ts'
import { CROWDS, type Crowd } from './live-data.ts'
import { clusterLayer, pointLayer } from './live-layers.tsx'

/** Up to so many that stand alone in view become buttons; more stay on the canvas. Of active alerts, all do. */
const FEW = { people: 60, resolved: 20, alerts: Infinity }
/** Milliseconds between two looks at a moving map. */
const EVERY = 150

export interface ClusterPin extends Place {
  crowd: Crowd
  clusterId: number
  count: number
}

export interface Pins {
  /** Clusters of alerts: in the page itself, so that no person's face covers them. */
  clusters: ClusterPin[]
  /** Ids of the markers that stand alone in view. */
  singles: ReadonlySet<string>
}

const NONE: Pins = { clusters: [], singles: new Set() }

function look(map: MapRef): Pins {
  const clusters = new Map<number, ClusterPin>()
  const singles = new Set<string>()
  for (const crowd of CROWDS) {
    if (!map.getLayer(pointLayer(crowd)) || !map.getLayer(clusterLayer(crowd))) continue
    const ids = new Set(map.queryRenderedFeatures({ layers: [pointLayer(crowd)] }).map(({ properties }) => String(properties.id)))
    if (ids.size <= FEW[crowd]) for (const id of ids) singles.add(id)
    if (crowd !== 'alerts') continue
    for (const { geometry, properties } of map.queryRenderedFeatures({ layers: [clusterLayer(crowd)] })) {
      if (geometry.type !== 'Point') continue
      const [longitude = 0, latitude = 0] = geometry.coordinates
      const clusterId = Number(properties.cluster_id)
      clusters.set(clusterId, { crowd, clusterId, count: Number(properties.point_count), longitude, latitude })
    }
  }
  return { clusters: [...clusters.values()], singles }
}

const fingerprint = ({ clusters, singles }: Pins) =>
  [
    ...clusters.map(({ clusterId, count, latitude, longitude }) => [clusterId, count, latitude, longitude].join()),
    ...[...singles].toSorted(),
  ].join(' ')

/** The few that are buttons: what stands alone in the view, and clusters of alerts. Follows the map and its data. */
export function usePins(): Pins {
  const { current: map } = useMap()
  const [pins, setPins] = useState(NONE)
  useEffect(() => {
    if (!map) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const now = () => {
      clearTimeout(timer)
      timer = undefined
      const next = look(map)
      setPins((before) => (fingerprint(before) === fingerprint(next) ? before : next))
    }
    const soon = () => {
      timer ??= setTimeout(now, EVERY)
    }
    map.on('move', soon)
    map.on('sourcedata', soon)
    map.on('idle', now)
    return () => {
      clearTimeout(timer)
      map.off('move', soon)
      map.off('sourcedata', soon)
      map.off('idle', now)
    }
  }, [map])
  return pins
}
