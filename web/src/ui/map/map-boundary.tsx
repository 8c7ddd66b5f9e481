import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { MapFallback } from './map-fallback.tsx'
import type { MapViewProps } from './map-types.ts'

interface Props {
  props: MapViewProps
  onRetry: () => void
  children: ReactNode
}

/** Shows a message and a list of the markers if the map's code fails to load or to render. */
export class MapBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    const { props, onRetry, children } = this.props
    if (!this.state.failed) return children
    return (
      <MapFallback props={props} reason={props.texts.loadFailed}>
        <Button variant="default" onClick={onRetry}>
          {props.texts.retry}
        </Button>
      </MapFallback>
    )
  }
}
