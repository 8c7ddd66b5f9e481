import { useEffect, useEffectEvent } from 'react'
import { hasOpenDialog } from '../dialogs/open-dialog.ts'
import { isComposing } from '../forms/ime.ts'

/** The levels that Escape leaves below dialogs and menus, from the lowest to the highest. */
type Level = 'thread' | 'composing' | 'search' | 'find'
const levels: readonly Level[] = ['thread', 'composing', 'search', 'find']

/** What is open at each level, the last one on top. */
const open = new Map<Level, readonly (() => void)[]>()

let hadDialog = false
/** Runs before a dialog closes at this press. */
const noteDialog = ({ key }: KeyboardEvent) => {
  if (key === 'Escape') hadDialog = hasOpenDialog()
}
const leaveHighest = (event: KeyboardEvent) => {
  if (event.key !== 'Escape' || hadDialog || event.defaultPrevented || isComposing(event)) return
  const highest = levels.findLast((level) => open.has(level))
  if (highest === undefined) return
  event.preventDefault()
  open.get(highest)?.at(-1)?.()
}

/** Escape leaves a level while `isOpen`, unless a dialog, a menu, a higher level or the focused element uses it. */
export function useEscape(level: Level, isOpen: boolean, onLeave: () => void): void {
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    if (!isOpen) return
    const run = () => leave()
    open.set(level, [...(open.get(level) ?? []), run])
    window.addEventListener('keydown', noteDialog, true)
    document.addEventListener('keydown', leaveHighest)
    return () => {
      const others = open.get(level)?.filter((each) => each !== run) ?? []
      if (others.length > 0) open.set(level, others)
      else open.delete(level)
      if (open.size > 0) return
      window.removeEventListener('keydown', noteDialog, true)
      document.removeEventListener('keydown', leaveHighest)
    }
  }, [level, isOpen])
}
