import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ForgottenPassword } from '@noroshi/contract/accounts/passwords.http'
import { rulesOf } from '../../../platform/form-rules.ts'
import { useText } from '../../../platform/i18n.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { toastSuccess } from '../../../ui/toast.tsx'
import { fieldErrors } from '../form-errors.ts'
import { useForgetPassword } from '../passwords.queries.ts'
import css from './form.module.css'

/** Asks for a reset mail. The answer never tells whether the address has an account. */
export function ForgotPasswordDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const forget = useForgetPassword()
  const form = useForm({ initialValues: { email: '' }, validate: rulesOf(ForgottenPassword), validateInputOnChange: true })
  const submit = (values: { email: string }) =>
    forget.mutate(values, {
      onSuccess: () => {
        toastSuccess('passwords.sent')
        onClose()
      },
      onError: (error) => form.setErrors(fieldErrors(error)),
    })
  return (
    <Dialog isOpen onClose={onClose} title={text('passwords.forgot')}>
      <form noValidate className={css.fields} onSubmit={form.onSubmit(submit)}>
        <p>{text('passwords.forgotWhy')}</p>
        <TextInput
          label={text('accounts.email')}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          data-autofocus
          {...form.getInputProps('email')}
        />
        <div className={css.keys}>
          <Button variant="default" onClick={onClose}>
            {text('chrome.cancel')}
          </Button>
          <Button type="submit" disabled={!form.isValid()} loading={forget.isPending}>
            {text('passwords.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
