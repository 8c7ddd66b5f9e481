import { Anchor, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { z } from 'zod'
import { Login } from '@noroshi/contract/accounts/accounts.http'
import { FirstCodeForm } from '@noroshi/contract/accounts/second-factor.http'
import { formRules, submitCallbacks } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { unitQuery, useLogin } from '../accounts.queries.ts'
import { allowsForgottenPasswordQuery } from '../passwords.queries.ts'
import { EmailField, AuthForm } from './auth-form.tsx'
import css from './auth-form.module.css'

const ForgotPasswordDialog = lazy(() =>
  import('./forgot-password-dialog.tsx').then(({ ForgotPasswordDialog }) => ({ default: ForgotPasswordDialog })),
)

/**
 * The login form. The contract's schema validates it on both sides (specification, section 5). Users with a second
 * factor enter their code in a second step.
 */
export function LoginForm() {
  const text = useText()
  const login = useLogin()
  const form = useForm({ initialValues: { email: '', password: '' }, ...formRules(Login) })
  const [isCodeRequired, setCodeRequired] = useState(false)
  if (isCodeRequired) return <CodeStep credentials={form.getTransformedValues()} onBack={() => setCodeRequired(false)} />
  const onSubmit = form.onSubmit((values) => login.mutate(values, { onSuccess: (reply) => setCodeRequired(reply === null) }))
  return (
    <>
      <AuthForm onSubmit={onSubmit} submitLabel={text('accounts.login')} isBusy={login.isPending || login.data != null}>
        <EmailField {...form.getInputProps('email')} />
        <PasswordInput
          label={text('accounts.password')}
          autoComplete="current-password"
          required
          visibilityToggleButtonProps={{ 'aria-label': text('accounts.showPassword'), tabIndex: 0 }}
          {...form.getInputProps('password')}
        />
      </AuthForm>
      <Links />
    </>
  )
}

/** The second step, for users with a second factor. */
function CodeStep({ credentials, onBack }: { credentials: z.output<typeof Login>; onBack: () => void }) {
  const text = useText()
  const login = useLogin()
  const form = useForm({ initialValues: { code: '' }, ...formRules(FirstCodeForm) })
  const onSubmit = form.onSubmit(({ code }) =>
    login.mutate(
      { ...credentials, code },
      submitCallbacks(form, () => undefined),
    ),
  )
  return (
    <>
      <AuthForm onSubmit={onSubmit} submitLabel={text('accounts.login')} isBusy={login.isPending || login.data != null}>
        <p>{text('secondFactor.loginNote')}</p>
        <TextInput
          label={text('secondFactor.loginCode')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          // oxlint-disable-next-line no-autofocus -- the submitted form is replaced: the focus moves to the next field
          autoFocus
          {...form.getInputProps('code')}
        />
      </AuthForm>
      <nav className={css.links}>
        <Anchor component="button" type="button" onClick={onBack}>
          {text('secondFactor.back')}
        </Anchor>
      </nav>
    </>
  )
}

function Links() {
  const text = useText()
  const { data: unit } = useQuery(unitQuery)
  const { data: forgotten } = useQuery(allowsForgottenPasswordQuery)
  const [isForgotten, setForgotten] = useState(false)
  return (
    <nav className={css.links}>
      {unit?.canRegister !== false && (
        <Anchor component={Link} to={paths.register}>
          {text('accounts.newHere')}
        </Anchor>
      )}
      {forgotten?.isAllowed && (
        <Anchor component="button" type="button" aria-haspopup="dialog" onClick={() => setForgotten(true)}>
          {text('passwords.forgot')}
        </Anchor>
      )}
      {isForgotten && (
        <Suspense>
          <ForgotPasswordDialog onClose={() => setForgotten(false)} />
        </Suspense>
      )}
    </nav>
  )
}
