import { Anchor } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Registration } from '@noroshi/contract/accounts/accounts.http'
import { afterSending, rulesOf } from '../../../platform/form-rules.ts'
import { useText } from '../../../platform/i18n.ts'
import { paths } from '../../../platform/paths.ts'
import { toastSuccess } from '../../../ui/toast.tsx'
import { unitQuery, useRegister } from '../accounts.queries.ts'
import { noteOf, obstacleOf, type RegistrationCodes } from '../registration.ts'
import { EmailField, EntranceForm } from './entrance-form.tsx'
import css from './entrance-form.module.css'
import { NameFields } from './name-fields.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'

const empty = { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' }

/**
 * The form, or why nobody can register here. Nobody types before the unit has said which, or did not answer; the form is in its place
 * meanwhile and ever after, so that nothing moves and nothing that was typed is lost.
 */
export function RegisterForm(codes: RegistrationCodes) {
  const text = useText()
  const { data: unit, isFetched, failureCount } = useQuery(unitQuery)
  const isReady = isFetched || failureCount > 0 || codes.setupCode !== undefined
  const said = noteOf(unit, codes)
  return (
    <>
      {said && <p className={css.note}>{text(said)}</p>}
      {obstacleOf(unit, codes) === null && (
        <div className={css.fields} inert={!isReady} aria-busy={!isReady}>
          <Fields {...codes} />
        </div>
      )}
      <nav className={css.links}>
        <Anchor component={Link} to={paths.login}>
          {text('accounts.haveAccount')}
        </Anchor>
      </nav>
    </>
  )
}

function Fields({ setupCode, inviteCode }: RegistrationCodes) {
  const text = useText()
  const navigate = useNavigate()
  const register = useRegister()
  const form = useForm({ initialValues: empty, validate: rulesOf(Registration) })
  const codes = { ...(setupCode !== undefined && { setupCode }), ...(inviteCode !== undefined && { inviteCode }) }
  const done = () => {
    toastSuccess('accounts.created')
    void navigate({ to: paths.login })
  }
  const submit = (values: typeof empty) => register.mutate({ ...values, ...codes }, afterSending(form, done))
  return (
    <EntranceForm onSubmit={form.onSubmit(submit)} submitLabel={text('accounts.register')} isBusy={register.isPending}>
      <NameFields firstName={form.getInputProps('firstName')} lastName={form.getInputProps('lastName')} isLastNameOptional />
      <EmailField {...form.getInputProps('email')} />
      <NewPasswordFields password={form.getInputProps('password')} confirmPassword={form.getInputProps('confirmPassword')} />
    </EntranceForm>
  )
}
