import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { EmailChange } from '@noroshi/contract/accounts/email.http'
import { EMAIL_CONFIRMATION_MINUTES } from '@noroshi/contract/limits'
import { formRules, submitCallbacks } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import css from '../../../ui/forms/form.module.css'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { toastSuccess } from '../../../ui/states/toast.tsx'
import { useChangeEmail } from '../security.queries.ts'
import { EmailField } from '../sign-in/auth-form.tsx'
import { CurrentPasswordField } from './current-password-field.tsx'

/** Changes the user's own email. Where mail is set up, it shows that the new address must be confirmed. */
export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const change = useChangeEmail()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({ initialValues: { email: '', currentPassword: '' }, ...formRules(EmailChange) })
  const submit = form.onSubmit((values) => {
    const { onError } = submitCallbacks(form, onClose)
    change.mutate(values, {
      onError,
      onSuccess: ({ isChanged }) => {
        if (!isChanged) return setSentTo(values.email)
        toastSuccess('account.emailChanged')
        onClose()
      },
    })
  })
  if (sentTo !== null) {
    return (
      <Dialog isOpen onClose={onClose} title={text('account.changeEmail')}>
        <div className={css.fields}>
          <p role="status">{text('account.emailSent', { email: sentTo, minutes: EMAIL_CONFIRMATION_MINUTES })}</p>
          <Button onClick={onClose} data-autofocus>
            {text('chrome.close')}
          </Button>
        </div>
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={text('account.changeEmail')}
      onClose={onClose}
      onSubmit={submit}
      isBusy={change.isPending}
      hasUnsaved={form.isDirty()}
    >
      <EmailField label={text('account.newEmail')} autoComplete="email" data-autofocus {...form.getInputProps('email')} />
      <CurrentPasswordField {...form.getInputProps('currentPassword')} />
    </FormDialog>
  )
}
