import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../platform/i18n.ts'
import css from './confirm-dialog.module.css'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
  /** The question. */
  title: string
  /** What follows from it. */
  children?: ReactNode
  confirmLabel?: string
  /** The answer is on its way. */
  isBusy?: boolean
}

/** Asks before what cannot be taken back by one more touch. */
export function ConfirmDialog({ isOpen, onClose, onConfirm, title, children, confirmLabel, isBusy = false }: ConfirmDialogProps) {
  const words = useText()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      {children}
      <div className={css.keys}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {words('chrome.cancel')}
        </Button>
        <Button onClick={onConfirm} loading={isBusy}>
          {confirmLabel ?? words('chrome.confirm')}
        </Button>
      </div>
    </Dialog>
  )
}
