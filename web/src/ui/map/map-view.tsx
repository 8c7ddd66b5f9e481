import { Skeleton } from '@mantine/core'
import { Suspense, lazy, useState } from 'react'
import { MapBoundary } from './map-boundary.tsx'
import type { MapViewProps } from './map-types.ts'
import css from './map-view.module.css'

/** MapLibre and all that draws: a chunk of its own, so that no other screen waits for it. */
const lazyCanvas = () => lazy(() => import('./map-canvas.tsx'))
const FirstCanvas = lazyCanvas()

/**
 * The map. It fills its parent, which gives the height and the round corners. The embedded world is always there;
 * streets or tiles of the operator lie above it. Whatever fails, the same data stays usable as a list.
 */
export function MapView(props: MapViewProps) {
  const [attempt, setAttempt] = useState({ count: 0, Canvas: FirstCanvas })
  const { Canvas, count } = attempt
  return (
    <div className={css.map}>
      <MapBoundary key={count} props={props} onRetry={() => setAttempt({ count: count + 1, Canvas: lazyCanvas() })}>
        <Suspense fallback={<Loading word={props.words.loading} />}>
          <Canvas {...props} />
        </Suspense>
      </MapBoundary>
    </div>
  )
}

function Loading({ word }: { word: string }) {
  return (
    <output className={css.loading}>
      <Skeleton className={css.skeleton} radius={0} />
      <span className={css.word}>{word}</span>
    </output>
  )
}
