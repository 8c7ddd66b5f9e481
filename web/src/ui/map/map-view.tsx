import { Skeleton } from '@mantine/core'
import { Suspense, lazy, useRef, useState } from 'react'
import { MapBoundary } from './map-boundary.tsx'
import type { MapViewProps } from './map-types.ts'
import { useMapStart } from './use-map-start.ts'
import css from './map-view.module.css'

/** MapLibre and all drawing code are a separate chunk, so that nothing waits for it. */
const lazyCanvas = () => lazy(() => import('./map-canvas.tsx'))
const FirstCanvas = lazyCanvas()

/**
 * The map. It fills its parent, which sets the height and the round corners. It always shows the embedded world, and
 * the operator's streets or tiles above it. It loads when it is visible and the page is idle. If anything fails, the
 * same data is shown as a list.
 */
export function MapView(props: MapViewProps) {
  const [attempt, setAttempt] = useState({ count: 0, Canvas: FirstCanvas })
  const { Canvas, count } = attempt
  const root = useRef<HTMLDivElement>(null)
  const isStarted = useMapStart(root, props.isUrgent === true)
  const loading = <Loading label={props.texts.loading} />
  return (
    <div ref={root} className={css.map} data-not-printed>
      <MapBoundary key={count} props={props} onRetry={() => setAttempt({ count: count + 1, Canvas: lazyCanvas() })}>
        <Suspense fallback={loading}>{isStarted ? <Canvas {...props} /> : loading}</Suspense>
      </MapBoundary>
    </div>
  )
}

function Loading({ label }: { label: string }) {
  return (
    <output className={css.loading}>
      <Skeleton className={css.skeleton} radius={0} />
      <span className={css.label}>{label}</span>
    </output>
  )
}
