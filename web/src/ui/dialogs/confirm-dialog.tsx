import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../platform/language/i18n.ts'
import css from './confirm-dialog.module.css'
import { DialogFrame } from './dialog-frame.tsx'

interface ConfirmDialogProps {
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
  /** The question. */
  title: string
  /** The consequences. */
  children?: ReactNode
  confirmLabel?: string
  cancelLabel?: string
  /** The confirmed action is running. */
  isBusy?: boolean
}

/** Asks for a confirmation before an action that cannot be undone. */
export function ConfirmDialog({ isOpen, onClose, onConfirm, title, children, isBusy = false, ...labels }: ConfirmDialogProps) {
  const text = useText()
  return (
    <DialogFrame isOpen={isOpen} onClose={onClose} title={title}>
      {children}
      <div className={css.buttons} data-toast-clear>
        <Button variant="default" onClick={onClose} data-autofocus>
          {labels.cancelLabel ?? text('chrome.cancel')}
        </Button>
        <Button onClick={onConfirm} loading={isBusy}>
          {labels.confirmLabel ?? text('chrome.confirm')}
        </Button>
      </div>
    </DialogFrame>
  )
}
