import { type MouseEvent, type TouchEvent, useEffect, useRef } from 'react'
import { LONG_TOUCH_MS } from '../../../platform/tuning.ts'

/** Pixels that a finger may tremble during a long touch. */
const TREMBLE_PX = 10

/** Opens the menu of a row by its button. */
function open(row: HTMLElement) {
  const button = row.querySelector<HTMLElement>('[data-row-menu] [aria-haspopup=menu]')
  if (button?.getAttribute('aria-expanded') !== 'true') button?.click()
}

/** React reports the events of the menu, which is outside of the row in the document, to the row too. */
const isInRow = ({ currentTarget, target }: MouseEvent<HTMLElement> | TouchEvent<HTMLElement>) =>
  target instanceof Node && currentTarget.contains(target)

/**
 * Returns the handlers of a row that open its menu at a right click or a long touch. Browsers report a long touch as a
 * right click, except Safari on iOS.
 */
export function useRowMenu() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0 })
  /** Whether the running touch has opened the menu. */
  const isLong = useRef(false)
  const cancel = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    onContextMenu(event: MouseEvent<HTMLElement>) {
      if (!isInRow(event)) return
      event.preventDefault()
      cancel()
      if (!isLong.current) open(event.currentTarget)
    },
    onTouchStart(event: TouchEvent<HTMLElement>) {
      cancel()
      isLong.current = false
      const row = event.currentTarget
      const touch = event.touches[0]
      if (!isInRow(event) || !touch || event.touches.length > 1) return
      start.current = { x: touch.clientX, y: touch.clientY }
      timer.current = setTimeout(() => {
        isLong.current = true
        open(row)
      }, LONG_TOUCH_MS)
    },
    onTouchMove({ touches }: TouchEvent<HTMLElement>) {
      const touch = touches[0]
      const { x, y } = start.current
      if (!touch || Math.max(Math.abs(touch.clientX - x), Math.abs(touch.clientY - y)) >= TREMBLE_PX) cancel()
    },
    onTouchCancel: cancel,
    onTouchEnd(event: TouchEvent<HTMLElement>) {
      cancel()
      // The end of a long touch is no click, which would open the thread or close the menu.
      if (isLong.current) event.preventDefault()
      isLong.current = false
    },
  }
}
