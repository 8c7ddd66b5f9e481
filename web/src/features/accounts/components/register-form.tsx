import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Registration } from '@noroshi/contract/accounts/accounts.http'
import { rulesOf } from '../../../platform/form-rules.ts'
import { ApiError } from '../../../platform/http-errors.ts'
import { useText } from '../../../platform/i18n.ts'
import { paths } from '../../../platform/paths.ts'
import { toastSuccess } from '../../../ui/toast.tsx'
import { unitQuery, useRegister } from '../accounts.queries.ts'
import css from './entrance-form.module.css'

const empty = { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' }

/** `setupCode`: from the link on the unit's console; whoever registers with it becomes the administrator. */
export function RegisterForm({ setupCode }: { setupCode?: string | undefined }) {
  const text = useText()
  const navigate = useNavigate()
  const register = useRegister()
  const { data: unit } = useQuery(unitQuery)
  const form = useForm({ initialValues: empty, validate: rulesOf(Registration) })
  const isClosed = unit?.canRegister === false && setupCode === undefined

  const submit = (values: typeof empty) =>
    register.mutate(
      { ...values, ...(setupCode !== undefined && { setupCode }) },
      {
        onSuccess: () => {
          toastSuccess('accounts.created')
          void navigate({ to: paths.login })
        },
        onError: (error) => {
          if (!(error instanceof ApiError)) return
          form.setErrors(Object.fromEntries(error.issues.map(({ path, message }) => [path, message])))
        },
      },
    )

  const eye = { 'aria-label': text('accounts.showPassword'), tabIndex: 0 }
  return (
    <>
      {setupCode !== undefined && <p className={css.note}>{text('accounts.setup')}</p>}
      {isClosed ? (
        <p className={css.note}>{text('accounts.registrationClosed')}</p>
      ) : (
        <form noValidate onSubmit={form.onSubmit(submit)}>
          <div className={css.names}>
            <TextInput
              label={text('accounts.firstName')}
              autoComplete="given-name"
              required
              withAsterisk={false}
              {...form.getInputProps('firstName')}
            />
            <TextInput
              label={`${text('accounts.lastName')} (${text('accounts.optional')})`}
              autoComplete="family-name"
              {...form.getInputProps('lastName')}
            />
          </div>
          <TextInput
            label={text('accounts.email')}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            withAsterisk={false}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={text('accounts.password')}
            autoComplete="new-password"
            required
            withAsterisk={false}
            visibilityToggleButtonProps={eye}
            {...form.getInputProps('password')}
          />
          <PasswordInput
            label={text('accounts.confirmPassword')}
            autoComplete="new-password"
            required
            withAsterisk={false}
            visibilityToggleButtonProps={eye}
            {...form.getInputProps('confirmPassword')}
          />
          <Button type="submit" size="lg" fullWidth loading={register.isPending}>
            {text('accounts.register')}
          </Button>
        </form>
      )}
      <nav className={css.links}>
        <Anchor component={Link} to={paths.login}>
          {text('accounts.haveAccount')}
        </Anchor>
      </nav>
    </>
  )
}
