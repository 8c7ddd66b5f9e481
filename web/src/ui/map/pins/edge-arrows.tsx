import { useMap } from '@vis.gl/react-maplibre'
import { IconArrowNarrowRight } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { distanceText } from '../distance.ts'
import type { MapMarker, MapTexts } from '../map-types.ts'
import { BY_USER } from '../use-camera.ts'
import css from './edge-arrows.module.css'
import { type OutsideAlerts, outsideAlerts } from './outside.ts'

/** Min size in pixels of a map with arrows. On smaller ones they would cover the pins. */
const SIZE_MIN = 240
const NONE: readonly OutsideAlerts[] = []

/** Arrows at the edge of the map to alerts outside of its visible part. A press moves the map to the nearest one. */
export function EdgeArrows({ markers, texts }: { markers: readonly MapMarker[]; texts: MapTexts }) {
  const { current: map } = useMap()
  const [arrows, setArrows] = useState(NONE)
  useEffect(() => {
    if (!map) return undefined
    const update = () => {
      const { clientWidth: width, clientHeight: height } = map.getContainer()
      const { lat: latitude, lng: longitude } = map.getCenter().wrap()
      const project = (at: { latitude: number; longitude: number }) => map.project([at.longitude, at.latitude])
      const isLarge = Math.min(width, height) >= SIZE_MIN
      setArrows(isLarge ? outsideAlerts(markers, { width, height, center: { latitude, longitude }, project }) : NONE)
    }
    const hide = () => setArrows(NONE)
    update()
    map.on('movestart', hide)
    map.on('moveend', update)
    map.on('resize', update)
    return () => {
      map.off('movestart', hide)
      map.off('moveend', update)
      map.off('resize', update)
    }
  }, [map, markers])
  if (!map) return null
  return arrows.map(({ sector, count, nearest, metres, direction, x, y, angle }) => {
    const label = texts.alertsOutside(count, metres, direction)
    return (
      <button
        key={sector}
        type="button"
        className={css.arrow}
        style={{ left: x, top: y }}
        data-drill={(nearest.kind === 'alert' && nearest.isDrill) || undefined}
        aria-label={label}
        title={label}
        onClick={() => map.easeTo({ center: [nearest.longitude, nearest.latitude] }, BY_USER)}
      >
        <IconArrowNarrowRight size={20} stroke={2.5} style={{ rotate: `${angle}deg` }} aria-hidden />
        <span aria-hidden>{count === 1 ? distanceText(metres) : count}</span>
      </button>
    )
  })
}
