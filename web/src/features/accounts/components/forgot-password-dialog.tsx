import { useForm } from '@mantine/form'
import { ForgottenPassword } from '@noroshi/contract/accounts/passwords.http'
import { afterSending, rulesOf } from '../../../platform/form-rules.ts'
import { useText } from '../../../platform/i18n.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { toastSuccess } from '../../../ui/toast.tsx'
import { useForgetPassword } from '../passwords.queries.ts'
import { EmailField } from './entrance-form.tsx'

/** Asks for a reset mail, once the address can be one (specification, section 5). The answer never tells whether it has an account. */
export function ForgotPasswordDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const forget = useForgetPassword()
  const form = useForm({ initialValues: { email: '' }, validate: rulesOf(ForgottenPassword), validateInputOnChange: true })
  const done = () => {
    toastSuccess('passwords.sent')
    onClose()
  }
  return (
    <FormDialog
      title={text('passwords.forgot')}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => forget.mutate(values, afterSending(form, done)))}
      submitLabel={text('passwords.submit')}
      isReady={form.isValid()}
      isBusy={forget.isPending}
    >
      <p>{text('passwords.forgotWhy')}</p>
      <EmailField autoComplete="email" data-autofocus {...form.getInputProps('email')} />
    </FormDialog>
  )
}
