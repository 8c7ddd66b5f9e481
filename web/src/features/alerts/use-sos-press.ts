import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef } from 'react'
import { raising, useRaiseStage } from './raise.ts'

const isPressKey = ({ key }: KeyboardEvent) => key === 'Enter' || key === ' '

/**
 * What makes a button an SOS key: a tap starts the countdown, holding sends. Pointer, keyboard and screen reader reach both.
 * The pointer is captured, so that a trembling finger does not let go by leaving the key.
 */
export function useSosPress() {
  const stage = useRaiseStage()
  const isDown = useRef(false)

  const press = () => {
    if (isDown.current) return
    isDown.current = true
    raising.send({ type: 'PRESS' })
  }
  const release = () => {
    if (!isDown.current) return
    isDown.current = false
    raising.send({ type: 'RELEASE' })
  }

  return {
    isHolding: stage === 'holding',
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
        if (event.button !== 0 || !event.isPrimary) return
        event.currentTarget.setPointerCapture(event.pointerId)
        press()
      },
      onPointerUp: release,
      onPointerCancel: release,
      onKeyDown: (event: KeyboardEvent) => {
        if (!isPressKey(event)) return
        event.preventDefault() // no click of its own: going down and up is the press
        if (!event.repeat) press()
      },
      onKeyUp: (event: KeyboardEvent) => {
        if (isPressKey(event)) release()
      },
      onBlur: release,
      /** Only what comes without a pointer: a screen reader or a voice command. */
      onClick: (event: MouseEvent) => {
        if (event.detail === 0) raising.send({ type: 'TAP' })
      },
      onContextMenu: (event: MouseEvent) => event.preventDefault(),
    },
  }
}
