import { Anchor, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FirstCodeForm, PasswordForm } from '@noroshi/contract/accounts/second-factor.http'
import { formRules, submitCallbacks } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { QrCode } from '../../../ui/media/qr-code.tsx'
import { useBeginSecondFactor, useConfirmSecondFactor } from '../security.queries.ts'
import { CurrentPasswordField } from './current-password-field.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import css from './second-factor.module.css'

/** Sets up the second factor: the password, then the secret and the first code, then the recovery codes. */
export function SetUpSecondFactor({ onClose }: { onClose: () => void }) {
  const text = useText()
  const begin = useBeginSecondFactor()
  const confirm = useConfirmSecondFactor()
  const password = useForm({ initialValues: { currentPassword: '' }, ...formRules(PasswordForm) })
  const first = useForm({ initialValues: { code: '' }, ...formRules(FirstCodeForm) })
  if (confirm.data) return <RecoveryCodesDialog codes={confirm.data.recoveryCodes} onClose={onClose} />
  if (!begin.data) {
    return (
      <FormDialog
        title={text('secondFactor.title')}
        onClose={onClose}
        onSubmit={password.onSubmit((values) =>
          begin.mutate(
            values,
            submitCallbacks(password, () => undefined),
          ),
        )}
        submitLabel={text('secondFactor.next')}
        isBusy={begin.isPending}
        hasUnsaved={password.isDirty()}
      >
        <p>{text('secondFactor.why')}</p>
        <CurrentPasswordField data-autofocus {...password.getInputProps('currentPassword')} />
      </FormDialog>
    )
  }
  return (
    <FormDialog
      title={text('secondFactor.title')}
      onClose={onClose}
      onSubmit={first.onSubmit((values) =>
        confirm.mutate(
          values,
          submitCallbacks(first, () => undefined),
        ),
      )}
      submitLabel={text('secondFactor.turnOn')}
      isBusy={confirm.isPending}
      hasUnsaved={first.isDirty()}
    >
      <p>{text('secondFactor.scan')}</p>
      <div className={css.secret}>
        <QrCode address={begin.data.address} label={text('secondFactor.qr')} />
        <Anchor href={begin.data.address}>{text('secondFactor.openApp')}</Anchor>
      </div>
      <TextInput
        label={text('secondFactor.secret')}
        value={begin.data.secret}
        readOnly
        className={css.key}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <TextInput
        label={text('secondFactor.code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        // oxlint-disable-next-line no-autofocus -- the submitted form is replaced: the focus moves to the next field
        autoFocus
        {...first.getInputProps('code')}
      />
    </FormDialog>
  )
}
