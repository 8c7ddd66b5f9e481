import { Anchor, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Login } from '@noroshi/contract/accounts/accounts.http'
import { formRules } from '../../../platform/form-rules.ts'
import { useText } from '../../../platform/i18n.ts'
import { paths } from '../../../platform/paths.ts'
import { unitQuery, useLogin } from '../accounts.queries.ts'
import { allowsForgottenPasswordQuery } from '../passwords.queries.ts'
import { EmailField, AuthForm } from './auth-form.tsx'
import css from './auth-form.module.css'

const ForgotPasswordDialog = lazy(() =>
  import('./forgot-password-dialog.tsx').then(({ ForgotPasswordDialog }) => ({ default: ForgotPasswordDialog })),
)

/** The login form. The contract's schema validates it on both sides (specification, section 5). */
export function LoginForm() {
  const text = useText()
  const login = useLogin()
  const form = useForm({ initialValues: { email: '', password: '' }, ...formRules(Login) })
  return (
    <>
      <AuthForm
        onSubmit={form.onSubmit((values) => login.mutate(values))}
        submitLabel={text('accounts.login')}
        isBusy={login.isPending || login.isSuccess}
      >
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
