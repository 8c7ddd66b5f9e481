import { Button } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { showProblem } from '../platform/form-rules.ts'
import { useText } from '../platform/i18n.ts'
import { Dialog } from './dialog.tsx'
import css from './form.module.css'

interface FormDialogProps {
  title: string
  onClose: () => void
  onSubmit: FormEventHandler<HTMLFormElement>
  submitLabel?: string
  /** false: it cannot be sent yet. */
  isReady?: boolean
  /** What was filled in is on its way. */
  isBusy: boolean
  children: ReactNode
}

/** A form over the page: its fields, and at the foot what ends it. */
export function FormDialog({ title, onClose, onSubmit, submitLabel, isReady = true, isBusy, children }: FormDialogProps) {
  const words = useText()
  const submit: FormEventHandler<HTMLFormElement> = (event) => {
    onSubmit(event)
    showProblem(event.currentTarget)
  }
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <form noValidate className={css.fields} onSubmit={submit}>
        {children}
        <div className={css.keys}>
          <Button variant="default" onClick={onClose}>
            {words('chrome.cancel')}
          </Button>
          <Button type="submit" disabled={!isReady} loading={isBusy}>
            {submitLabel ?? words('chrome.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
