import { ApiError } from '../../../platform/connection/http-errors.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { useConfirmEmail } from '../security.queries.ts'
import { AuthForm } from './auth-form.tsx'

interface Props {
  token: string
  onDone: () => void
  /** Called if the token is used, expired or unknown, or the address was taken meanwhile. */
  onRefused: () => void
}

const isFinal = (error: unknown) => error instanceof ApiError && ['auth.emailToken', 'auth.emailTaken'].includes(error.code)

/** Confirms a new email by a press, because mail servers open links too. */
export function ConfirmEmailForm({ token, onDone, onRefused }: Props) {
  const text = useText()
  const { mutate, isPending, isSuccess } = useConfirmEmail()
  return (
    <AuthForm
      onSubmit={(event) => {
        event.preventDefault()
        mutate(token, { onSuccess: onDone, onError: (error) => isFinal(error) && onRefused() })
      }}
      submitLabel={text('account.confirmEmailSubmit')}
      isBusy={isPending || isSuccess}
    >
      <p>{text('account.confirmEmailNote')}</p>
    </AuthForm>
  )
}
