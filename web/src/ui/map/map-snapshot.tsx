import { useMap } from '@vis.gl/react-maplibre'
import { useEffect, useEffectEvent } from 'react'
import { distanceMetres, type LatLng } from './distance.ts'
import type { MapMarker } from './map-types.ts'

/** A marker in a picture of the map. Its position is a share of the width and the height. */
export interface PicturedMarker {
  readonly marker: MapMarker
  readonly x: number
  readonly y: number
}

/** A picture of the visible part of a map. */
export interface MapPicture {
  readonly blob: Blob
  /** The width divided by the height. */
  readonly aspect: number
  /** Metres from the left to the right edge, in the middle of the height. */
  readonly widthMetres: number
  /** The markers that are in the picture, from the upper left to the lower right. */
  readonly markers: readonly PicturedMarker[]
}

interface Props {
  /** The markers that the picture has room for. The map itself does not draw them. */
  markers: readonly MapMarker[]
  /** Pixels of the picture for each pixel of the map. */
  pixelRatio: number
  onTaken: (picture: MapPicture) => void
}

/** Returns the pixels that WebGL has drawn in this frame. They are gone after it. */
function copyOf(drawn: HTMLCanvasElement): HTMLCanvasElement {
  const copy = document.createElement('canvas')
  copy.width = drawn.width
  copy.height = drawn.height
  copy.getContext('2d')?.drawImage(drawn, 0, 0)
  return copy
}

/** Takes a picture of the map in which it is, once the map has drawn everything. */
export function MapSnapshot({ markers, pixelRatio, onTaken }: Props) {
  const { current: map } = useMap()
  const take = useEffectEvent(() => {
    if (!map) return
    const { clientWidth: width, clientHeight: height } = map.getContainer()
    const pictured = markers
      .map((marker) => {
        const { x, y } = map.project([marker.longitude, marker.latitude])
        return { marker, x: x / width, y: y / height }
      })
      .filter(({ x, y }) => x >= 0 && x <= 1 && y >= 0 && y <= 1)
      .toSorted((a, b) => a.y - b.y || a.x - b.x)
    const at = (x: number): LatLng => {
      const { lat: latitude, lng: longitude } = map.unproject([x, height / 2])
      return { latitude, longitude }
    }
    const facts = { aspect: width / height, widthMetres: distanceMetres(at(0), at(width)), markers: pictured }
    copyOf(map.getCanvas()).toBlob((blob) => blob && onTaken({ blob, ...facts }))
  })
  useEffect(() => {
    if (!map) return undefined
    const canvas = map.getMap()
    const before = canvas.getPixelRatio()
    // The pixels of the canvas can be read during the event only.
    const read = () => take()
    const draw = () => {
      canvas.once('render', read)
      canvas.triggerRepaint()
    }
    canvas.once('idle', draw)
    canvas.setPixelRatio(pixelRatio)
    canvas.triggerRepaint()
    return () => {
      canvas.off('idle', draw)
      canvas.off('render', read)
      canvas.setPixelRatio(before)
    }
  }, [map, pixelRatio])
  return null
}
