import { Button } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { focusFirstError } from '../../platform/forms/form-rules.ts'
import { useText } from '../../platform/language/i18n.ts'
import { CancelButton, Dialog } from '../dialogs/dialog.tsx'
import css from './form.module.css'

interface FormDialogProps {
  title: string
  onClose: () => void
  onSubmit: FormEventHandler<HTMLFormElement>
  submitLabel?: string
  /** false: the form cannot be submitted yet. */
  isReady?: boolean
  /** The form is being submitted. */
  isBusy: boolean
  /** The fields differ from their initial values: Escape, Cancel and leaving the page ask first. */
  hasUnsaved: boolean
  children: ReactNode
}

/** A dialog with a form, its Cancel button and its submit button. */
export function FormDialog({ title, onClose, onSubmit, submitLabel, isReady = true, isBusy, ...props }: FormDialogProps) {
  const text = useText()
  const submit: FormEventHandler<HTMLFormElement> = (event) => {
    onSubmit(event)
    focusFirstError(event.currentTarget)
  }
  return (
    <Dialog isOpen onClose={onClose} title={title} hasUnsaved={props.hasUnsaved}>
      <form noValidate className={css.fields} onSubmit={submit}>
        {props.children}
        <div className={css.buttons} data-toast-clear>
          <CancelButton />
          <Button type="submit" disabled={!isReady} loading={isBusy}>
            {submitLabel ?? text('chrome.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
