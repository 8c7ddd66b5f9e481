import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { NewPasswordForm as Rules } from '@noroshi/contract/accounts/passwords.http'
import { rulesOf } from '../../../platform/form-rules.ts'
import { useText } from '../../../platform/i18n.ts'
import { ApiError } from '../../../platform/http-errors.ts'
import { fieldErrors } from '../form-errors.ts'
import { useResetPassword } from '../passwords.queries.ts'
import { NewPasswordFields } from './new-password-fields.tsx'

interface Props {
  token: string
  onDone: () => void
  /** The token is used, old or unknown: another link is needed. */
  onRefused: () => void
}

/** A new password, typed twice. */
export function NewPasswordForm({ token, onDone, onRefused }: Props) {
  const text = useText()
  const reset = useResetPassword(token)
  const form = useForm({ initialValues: { password: '', confirmPassword: '' }, validate: rulesOf(Rules) })
  const submit = (values: typeof form.values) =>
    reset.mutate(values, {
      onSuccess: onDone,
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'auth.resetToken') onRefused()
        else form.setErrors(fieldErrors(error))
      },
    })
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <NewPasswordFields password={form.getInputProps('password')} confirmPassword={form.getInputProps('confirmPassword')} />
      <Button type="submit" size="lg" fullWidth loading={reset.isPending || reset.isSuccess}>
        {text('passwords.update')}
      </Button>
    </form>
  )
}
