import { copyField } from '../../../ui/forms/copy-field.ts'
import { text } from '../../../platform/language/i18n.ts'
import { toastError, toastSuccess } from '../../../ui/states/toast.tsx'

/** Copies a text as it was typed. */
export async function copyMessage(copied: string): Promise<void> {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = copied
  field.readOnly = true
  field.className = 'visually-hidden'
  document.body.append(field)
  const isCopied = await copyField(field).catch(() => false)
  field.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  if (isCopied) toastSuccess('messages.copied')
  else toastError(text('messages.copyRefused'))
}
