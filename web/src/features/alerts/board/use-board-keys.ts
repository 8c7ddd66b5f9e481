import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useCommands } from '../../../platform/commands/commands.ts'

const rowsIn = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('a[data-alert]')]

/** Moves the focus to the next or previous alert of a list. Without a focused one, it goes to the first or last one. */
function moveFocus(list: HTMLElement | null, step: 1 | -1): void {
  if (!list) return
  const rows = rowsIn(list)
  const current = rows.findIndex((row) => row === document.activeElement)
  const next = current === -1 ? (step === 1 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, current + step))
  rows[next]?.focus()
}

/** Goes through the alerts of a list by the keys of the commands, and by the arrow keys while one of them has the focus. */
export function useBoardKeys(): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  const commands = useMemo(
    () => ({ 'alert.next': () => moveFocus(list.current, 1), 'alert.previous': () => moveFocus(list.current, -1) }),
    [],
  )
  useCommands(commands)
  useEffect(() => {
    const element = list.current
    const press = (event: KeyboardEvent) => {
      const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      const isOnRow = event.target instanceof Element && event.target.matches('a[data-alert]')
      if (!isPlain || step === 0 || !isOnRow) return
      event.preventDefault()
      moveFocus(element, step)
    }
    element?.addEventListener('keydown', press)
    return () => element?.removeEventListener('keydown', press)
  }, [])
  return list
}
