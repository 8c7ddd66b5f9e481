import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { MapFallback } from './map-fallback.tsx'
import type { MapViewProps } from './map-types.ts'

interface Props {
  props: MapViewProps
  onRetry: () => void
  children: ReactNode
}

/** Where the map's code cannot be loaded or breaks: a sentence, and the same data as a list. */
export class MapBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    const { props, onRetry, children } = this.props
    if (!this.state.failed) return children
    return (
      <MapFallback props={props} reason={props.words.loadFailed}>
        <Button variant="default" onClick={onRetry}>
          {props.words.retry}
        </Button>
      </MapFallback>
    )
  }
}
