import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useCallback, useRef } from 'react'
import { createObservable, useObservable } from '../../platform/observable.ts'
import { KEY_GUARD_MS } from '../../platform/tuning.ts'
import { suppressKey } from '../forms/key-guard.ts'
import { takeFocusAfterTyping } from '../forms/take-focus-after-typing.ts'
import { TopSlot } from './top-slot.tsx'
import css from './top-dialog.module.css'

interface Props {
  role: 'dialog' | 'alertdialog'
  /** Ids of the elements that label and describe the dialog. */
  labelledBy: string
  describedBy?: string | undefined
  /** Called on Escape or the back gesture of a phone. The dialog never closes by itself. */
  onEscape: () => void
  /**
   * The dialog opens without an action of the user. It leaves the focus in a text field until the user stops typing,
   * and ignores keys for {@link KEY_GUARD_MS} after it took the focus.
   */
  isAutoOpened?: boolean
  className?: string | undefined
  children: ReactNode
}

const openDialogs = createObservable(0)
const changeOpenDialogs = (change: 1 | -1) => openDialogs.set(openDialogs.get() + change)

/** Returns whether a {@link TopDialog} covers the page. */
export const hasTopDialog = (): boolean => openDialogs.get() > 0
export const useHasTopDialog = (): boolean => useObservable(openDialogs, (count) => count > 0)

/**
 * A full-screen dialog in the browser's top layer, above all other dialogs. It traps the focus and returns it
 * afterwards. It is open while it is mounted. `data-first-focus` marks the element with the initial focus. Its children
 * are below each other and below the bars of calls; one of them takes the remaining height.
 */
export function TopDialog({ role, labelledBy, describedBy, onEscape, isAutoOpened = false, className = '', children }: Props) {
  /** Keys are ignored until this time in milliseconds of `performance.now()`. */
  const guardedUntil = useRef(0)
  const open = useCallback(
    (dialog: HTMLDialogElement | null) => {
      if (!dialog) return
      const takeFocus = () => {
        if (!dialog.isConnected) return // the page is being left
        if (isAutoOpened) {
          guardedUntil.current = Infinity
          // Counted from the first frame that shows it, because a slow device shows it later.
          requestAnimationFrame(() => (guardedUntil.current = performance.now() + KEY_GUARD_MS))
        }
        dialog.removeAttribute('open')
        dialog.showModal()
        dialog.querySelector<HTMLElement>('[data-first-focus]')?.focus()
      }
      changeOpenDialogs(1) // before the focus moves: a held talk button stays pressed
      const stop = isAutoOpened ? takeFocusAfterTyping(dialog, takeFocus) : undefined
      if (!isAutoOpened) takeFocus()
      return () => {
        stop?.()
        dialog.close()
        changeOpenDialogs(-1)
      }
    },
    [isAutoOpened],
  )
  const guard = (event: KeyboardEvent) => {
    if (performance.now() < guardedUntil.current) suppressKey(event)
  }
  const escape = (event: SyntheticEvent) => {
    event.preventDefault()
    onEscape()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    escape(event) // the browser would close the dialog at the second Escape, although `cancel` is prevented
  }
  const reopen = ({ currentTarget: dialog }: SyntheticEvent<HTMLDialogElement>) => {
    if (dialog.isConnected && !dialog.open) dialog.showModal()
  }
  return (
    <dialog
      ref={open}
      role={role}
      aria-modal="true"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      className={`${css.dialog} ${className}`}
      onKeyDownCapture={guard}
      onKeyDown={onKeyDown}
      onCancel={escape}
      onClose={reopen}
    >
      <TopSlot />
      {children}
    </dialog>
  )
}
