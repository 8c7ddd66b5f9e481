import { type MouseEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

const MAX_SCALE = 5
const STEP = 1.5
/** Scale after a double click or double tap. */
const DOUBLE_SCALE = 2.5
/** Pixels of a horizontal movement that count as a swipe. */
const SWIPE_PX = 60
/** A finger that moves less taps. */
const TAP_PX = 10
/** Max time and distance between the taps of a double tap. */
const DOUBLE_TAP_MS = 300
const DOUBLE_TAP_PX = 40

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

/** Returns the middle of one or two fingers. */
const middle = ([a = { x: 0, y: 0 }, b = a]: readonly Point[]): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

/**
 * Zooms around a point, which stays where it is.
 * @param point pixels from the centre of the stage
 * @param to where the point moves, such as the middle of two fingers
 */
export function zoomAt({ scale, x, y }: Zoom, factor: number, point: Point, to = point): Zoom {
  const limited = Math.min(MAX_SCALE, Math.max(1, scale * factor))
  const by = limited / scale
  return { scale: limited, x: to.x - (point.x - x) * by, y: to.y - (point.y - y) * by }
}

interface Gesture {
  readonly points: readonly Point[]
  readonly zoom: Zoom
}

interface Tap extends Point {
  /** Milliseconds of the event. */
  readonly at: number
}

/**
 * Zooms one picture by buttons, wheel, pinch, double click and double tap. A zoomed picture is dragged; an unzoomed one is
 * swiped.
 */
export function useZoom(onSwipe: (step: 1 | -1) => void) {
  const [zoom, setZoom] = useState(unzoomed)
  const pointers = useRef(new Map<number, Point>())
  const start = useRef<Gesture | null>(null)
  const lastTap = useRef<Tap | null>(null)
  /** Browsers report a double tap as a double click too, but not all of them. */
  const isTouch = useRef(false)
  const stage = useRef<HTMLDivElement>(null)

  const apply = (next: Zoom) =>
    setZoom(clampZoom(next, { width: stage.current?.clientWidth ?? 0, height: stage.current?.clientHeight ?? 0 }))
  const fromCentre = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point => {
    const { left = 0, top = 0, width = 0, height = 0 } = stage.current?.getBoundingClientRect() ?? {}
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }
  const zoomBy = (factor: number, point: Point = { x: 0, y: 0 }) => apply(zoomAt(zoom, factor, point))
  const toggle = (point: Point) => (zoom.scale > 1 ? setZoom(unzoomed) : zoomBy(DOUBLE_SCALE, point))
  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault() // a pinch on a touchpad would zoom the page
    zoomBy(event.deltaY < 0 ? 1.15 : 1 / 1.15, fromCentre(event))
  })
  // Not a listener of React, which could not prevent the default.
  useEffect(() => {
    const element = stage.current
    const listen = (event: WheelEvent) => onWheel(event)
    element?.addEventListener('wheel', listen, { passive: false })
    return () => element?.removeEventListener('wheel', listen)
  }, [])
  const begin = () => {
    const points = [...pointers.current.values()]
    start.current = points.length > 0 ? { points, zoom } : null
  }
  /** Handles a tap of one finger. */
  const tap = (point: Point, at: number) => {
    const last = lastTap.current
    const isDouble = last !== null && at - last.at < DOUBLE_TAP_MS && distance([last, point]) < DOUBLE_TAP_PX
    lastTap.current = isDouble ? null : { ...point, at }
    if (isDouble) toggle(point)
  }
  const end = (event: PointerEvent) => {
    const gesture = start.current
    const isSingle = gesture !== null && pointers.current.size === 1 && pointers.current.has(event.pointerId)
    pointers.current.delete(event.pointerId)
    begin()
    if (!isSingle || event.type === 'pointercancel') return
    const [from, to] = [middle(gesture.points), fromCentre(event)]
    if (event.pointerType === 'touch' && distance([from, to]) < TAP_PX) tap(to, event.timeStamp)
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    if (zoom.scale === 1 && Math.abs(dx) > SWIPE_PX && Math.abs(dx) > Math.abs(dy)) onSwipe(dx < 0 ? 1 : -1)
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
        isTouch.current = event.pointerType === 'touch'
        event.currentTarget.setPointerCapture(event.pointerId)
        pointers.current.set(event.pointerId, fromCentre(event))
        begin()
      },
      onPointerMove: (event: PointerEvent) => {
        const gesture = start.current
        if (!gesture || !pointers.current.has(event.pointerId)) return
        pointers.current.set(event.pointerId, fromCentre(event))
        const points = [...pointers.current.values()]
        const apart = distance(gesture.points)
        const factor = points.length > 1 && apart > 0 ? distance(points) / apart : 1
        if (points.length > 1 || gesture.zoom.scale > 1)
          apply(zoomAt(gesture.zoom, factor, middle(gesture.points), middle(points)))
      },
      onPointerUp: end,
      onPointerCancel: end,
      onDoubleClick: (event: MouseEvent) => {
        if (!isTouch.current) toggle(fromCentre(event))
      },
    },
  }
}
