import { type PointerEvent, type WheelEvent, useRef, useState } from 'react'

const MAX_SCALE = 5
const STEP = 1.5
/** Scale after a double click or double tap. */
const DOUBLE_SCALE = 2.5
/** Pixels of a horizontal movement that count as a swipe. */
const SWIPE_PX = 60

export interface Zoom {
  readonly scale: number
  /** Pixels by which the picture is moved. */
  readonly x: number
  readonly y: number
}

interface Point {
  readonly x: number
  readonly y: number
}

const unzoomed: Zoom = { scale: 1, x: 0, y: 0 }

/** Limits the scale to its range and keeps the picture over the stage. */
export function clampZoom({ scale, x, y }: Zoom, stage: { readonly width: number; readonly height: number }): Zoom {
  const clamped = Math.min(MAX_SCALE, Math.max(1, scale))
  const [maxX, maxY] = [((clamped - 1) * stage.width) / 2, ((clamped - 1) * stage.height) / 2]
  return { scale: clamped, x: Math.min(maxX, Math.max(-maxX, x)), y: Math.min(maxY, Math.max(-maxY, y)) }
}

const distance = ([a, b]: readonly Point[]) => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0)

/**
 * Zooms one picture by buttons, wheel, pinch and double tap. A zoomed picture is dragged; an unzoomed one is swiped.
 */
export function useZoom(onSwipe: (step: 1 | -1) => void) {
  const [zoom, setZoom] = useState(unzoomed)
  const pointers = useRef(new Map<number, Point>())
  const start = useRef<{ readonly from: Point; readonly zoom: Zoom; readonly distance: number } | null>(null)
  const stage = useRef<HTMLDivElement>(null)

  const apply = (next: Zoom) =>
    setZoom(clampZoom(next, { width: stage.current?.clientWidth ?? 0, height: stage.current?.clientHeight ?? 0 }))
  const zoomBy = (factor: number) => apply({ scale: zoom.scale * factor, x: zoom.x * factor, y: zoom.y * factor })
  const begin = () => {
    const [from] = pointers.current.values()
    start.current = from ? { from, zoom, distance: distance([...pointers.current.values()]) } : null
  }
  const end = (event: PointerEvent) => {
    const gesture = start.current
    const isSwipe = gesture !== null && pointers.current.size === 1 && zoom.scale === 1
    pointers.current.delete(event.pointerId)
    begin()
    if (!isSwipe || event.type === 'pointercancel') return
    const [dx, dy] = [event.clientX - gesture.from.x, event.clientY - gesture.from.y]
    if (Math.abs(dx) > SWIPE_PX && Math.abs(dx) > Math.abs(dy)) onSwipe(dx < 0 ? 1 : -1)
  }
  return {
    zoom,
    zoomIn: () => zoomBy(STEP),
    zoomOut: () => zoomBy(1 / STEP),
    reset: () => setZoom(unzoomed),
    isMaxScale: zoom.scale >= MAX_SCALE,
    /** Props of the element around the picture. */
    stage: {
      ref: stage,
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
        begin()
      },
      onPointerMove: (event: PointerEvent) => {
        const gesture = start.current
        if (!gesture || !pointers.current.has(event.pointerId)) return
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
        const { scale, x, y } = gesture.zoom
        if (pointers.current.size > 1) {
          const factor = gesture.distance > 0 ? distance([...pointers.current.values()]) / gesture.distance : 1
          apply({ scale: scale * factor, x: x * factor, y: y * factor })
        } else if (scale > 1) apply({ scale, x: x + event.clientX - gesture.from.x, y: y + event.clientY - gesture.from.y })
      },
      onPointerUp: end,
      onPointerCancel: end,
      onDoubleClick: () => (zoom.scale > 1 ? setZoom(unzoomed) : apply({ ...unzoomed, scale: DOUBLE_SCALE })),
      onWheel: ({ deltaY }: WheelEvent) => zoomBy(deltaY < 0 ? 1.15 : 1 / 1.15),
    },
  }
}
