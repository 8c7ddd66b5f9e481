import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef } from 'react'
import { pressSos, releaseSos, tapSos, useRaiseStage } from './raise.ts'

const isPressKey = ({ key }: KeyboardEvent) => key === 'Enter' || key === ' '

/**
 * Handlers that make a button an SOS button: a tap starts the countdown, holding sends the SOS. Pointer, keyboard and
 * screen reader can do both. The pointer is captured, so that a trembling finger does not release by leaving the
 * button.
 */
export function useSosPress() {
  const stage = useRaiseStage()
  const isDown = useRef(false)

  const press = () => {
    if (isDown.current) return
    isDown.current = true
    pressSos()
  }
  const release = () => {
    if (!isDown.current) return
    isDown.current = false
    releaseSos()
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
        event.preventDefault() // no click event: key down and key up are the press
        if (!event.repeat) press()
      },
      onKeyUp: (event: KeyboardEvent) => {
        if (isPressKey(event)) release()
      },
      onBlur: release,
      /** Only clicks without a pointer: from a screen reader or a voice command. */
      onClick: (event: MouseEvent) => {
        if (event.detail === 0) tapSos()
      },
      onContextMenu: (event: MouseEvent) => event.preventDefault(),
    },
  }
}
