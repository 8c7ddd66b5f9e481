import { useForm } from '@mantine/form'
import type { z } from 'zod'
import { NewPasswordForm as Rules } from '@noroshi/contract/accounts/passwords.http'
import { fieldErrorsOf, formRules } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { ApiError } from '../../../platform/connection/http-errors.ts'
import { useResetPassword } from '../passwords.queries.ts'
import { AuthForm } from './auth-form.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'

interface Props {
  token: string
  onDone: () => void
  /** Called if the token is used, expired or unknown. The user then needs another link. */
  onRefused: () => void
}

/** The form that sets a new password. */
export function NewPasswordForm({ token, onDone, onRefused }: Props) {
  const text = useText()
  const reset = useResetPassword(token)
  const form = useForm({ initialValues: { password: '', confirmPassword: '' }, ...formRules(Rules) })
  const submit = (values: z.output<typeof Rules>) =>
    reset.mutate(values, {
      onSuccess: onDone,
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'auth.resetToken') onRefused()
        else form.setErrors(fieldErrorsOf(error))
      },
    })
  return (
    <AuthForm onSubmit={form.onSubmit(submit)} submitLabel={text('passwords.update')} isBusy={reset.isPending || reset.isSuccess}>
      <NewPasswordFields password={form.getInputProps('password')} confirmPassword={form.getInputProps('confirmPassword')} />
    </AuthForm>
  )
}
