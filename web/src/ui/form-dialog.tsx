import { Button } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { useText } from '../platform/i18n.ts'
import { Dialog } from './dialog.tsx'
import css from './form-dialog.module.css'

interface FormDialogProps {
  title: string
  onClose: () => void
  onSubmit: FormEventHandler<HTMLFormElement>
  submitLabel?: string
  /** What was filled in is on its way. */
  isBusy: boolean
  children: ReactNode
}

/** A form over the page: its fields, and at the foot what ends it. */
export function FormDialog({ title, onClose, onSubmit, submitLabel, isBusy, children }: FormDialogProps) {
  const words = useText()
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <form noValidate className={css.form} onSubmit={onSubmit}>
        {children}
        <div className={css.keys}>
          <Button variant="default" onClick={onClose}>
            {words('chrome.cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {submitLabel ?? words('chrome.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
