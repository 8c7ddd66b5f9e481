import { Anchor } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { z } from 'zod'
import { Registration } from '@noroshi/contract/accounts/accounts.http'
import { submitCallbacks, formRules } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { releaseUnsaved } from '../../../platform/forms/unsaved.ts'
import { toastSuccess } from '../../../ui/states/toast.tsx'
import { LeaveGuard } from '../../../ui/forms/unsaved-guard.tsx'
import { unitQuery, useRegister } from '../accounts.queries.ts'
import { registrationNote, registrationError, type RegistrationCodes } from '../registration.ts'
import { EmailField, AuthForm } from './auth-form.tsx'
import css from './auth-form.module.css'
import { NameFields } from './name-fields.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useProposal } from './use-proposal.ts'

const empty = { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' }

/**
 * The registration form, or a note why registration is not possible. The form is inert until the server has answered or
 * failed. It is rendered from the start, so that nothing moves and no input is lost.
 */
export function RegisterForm(codes: RegistrationCodes) {
  const text = useText()
  const { data: unit, isFetched, failureCount } = useQuery(unitQuery)
  const isReady = isFetched || failureCount > 0 || codes.setupCode !== undefined
  const note = registrationNote(unit, codes)
  return (
    <>
      {note && <p className={css.note}>{text(note)}</p>}
      {registrationError(unit, codes) === null && (
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
  const form = useForm({ initialValues: empty, ...formRules(Registration) })
  useProposal(form, empty, inviteCode)
  const codes = { ...(setupCode !== undefined && { setupCode }), ...(inviteCode !== undefined && { inviteCode }) }
  const openLogin = () => {
    toastSuccess('accounts.created')
    releaseUnsaved()
    void navigate({ to: paths.login })
  }
  const submit = (values: z.output<typeof Registration>) =>
    register.mutate(
      { ...values, ...codes },
      { ...submitCallbacks(form, () => undefined), onSuccess: (session) => session === null && openLogin() },
    )
  return (
    <AuthForm
      onSubmit={form.onSubmit(submit)}
      submitLabel={text('accounts.register')}
      isBusy={register.isPending || register.data != null}
    >
      <NameFields firstName={form.getInputProps('firstName')} lastName={form.getInputProps('lastName')} isLastNameOptional />
      <EmailField {...form.getInputProps('email')} />
      <LeaveGuard hasUnsaved={form.isDirty()} />
      <NewPasswordFields password={form.getInputProps('password')} confirmPassword={form.getInputProps('confirmPassword')} />
    </AuthForm>
  )
}
