import { useForm } from '@mantine/form'
import { NewPasswordForm as Rules } from '@noroshi/contract/accounts/passwords.http'
import { problemsOf, rulesOf } from '../../../platform/form-rules.ts'
import { useText } from '../../../platform/i18n.ts'
import { ApiError } from '../../../platform/http-errors.ts'
import { useResetPassword } from '../passwords.queries.ts'
import { EntranceForm } from './entrance-form.tsx'
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
        else form.setErrors(problemsOf(error))
      },
    })
  return (
    <EntranceForm
      onSubmit={form.onSubmit(submit)}
      submitLabel={text('passwords.update')}
      isBusy={reset.isPending || reset.isSuccess}
    >
      <NewPasswordFields password={form.getInputProps('password')} confirmPassword={form.getInputProps('confirmPassword')} />
    </EntranceForm>
  )
}
