import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useCallback } from 'react'
import css from './top-dialog.module.css'

interface Props {
  role: 'dialog' | 'alertdialog'
  /** Ids of what names and describes it. */
  labelledBy: string
  describedBy?: string | undefined
  /** Escape, or the back gesture of a phone. The dialog never closes by itself. */
  onEscape: () => void
  className?: string | undefined
  children: ReactNode
}

/**
 * A full-screen dialog over everything, other dialogs included: the browser's own top layer, which keeps the focus inside and
 * gives it back afterwards. It is open for as long as it is rendered. `data-first-focus` within marks the first focus.
 */
export function TopDialog({ role, labelledBy, describedBy, onEscape, className = '', children }: Props) {
  const open = useCallback((dialog: HTMLDialogElement | null) => {
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    return () => dialog?.close()
  }, [])
  const escape = (event: SyntheticEvent) => {
    event.preventDefault()
    onEscape()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    escape(event) // the browser would close the dialog at the second Escape, whatever `cancel` says
  }
  return (
    <dialog
      ref={open}
      role={role}
      aria-modal="true"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      className={`${css.dialog} ${className}`}
      onKeyDown={onKeyDown}
      onCancel={escape}
      onClose={(event) => event.currentTarget.isConnected && event.currentTarget.showModal()}
    >
      {children}
    </dialog>
  )
}
