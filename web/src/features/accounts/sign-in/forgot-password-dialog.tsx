import { useForm } from '@mantine/form'
import { ForgottenPassword } from '@noroshi/contract/accounts/passwords.http'
import { submitCallbacks, formRules } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { toastSuccess } from '../../../ui/states/toast.tsx'
import { useForgetPassword } from '../passwords.queries.ts'
import { EmailField } from './auth-form.tsx'

/**
 * Requests a password reset email. The button is enabled for a valid address (specification, section 5). The reply does
 * not reveal whether the address has an account.
 */
export function ForgotPasswordDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const forget = useForgetPassword()
  const form = useForm({ initialValues: { email: '' }, ...formRules(ForgottenPassword), validateInputOnChange: true })
  const done = () => {
    toastSuccess('passwords.sent')
    onClose()
  }
  return (
    <FormDialog
      title={text('passwords.forgot')}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => forget.mutate(values, submitCallbacks(form, done)))}
      submitLabel={text('passwords.submit')}
      isReady={form.isValid()}
      isBusy={forget.isPending}
      hasUnsaved={form.isDirty()}
    >
      <p>{text('passwords.forgotWhy')}</p>
      <EmailField autoComplete="email" data-autofocus {...form.getInputProps('email')} />
    </FormDialog>
  )
}
