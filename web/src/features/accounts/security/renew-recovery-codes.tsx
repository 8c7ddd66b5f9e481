import { useForm } from '@mantine/form'
import { PasswordForm } from '@noroshi/contract/accounts/second-factor.http'
import { formRules, submitCallbacks } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { useRenewRecoveryCodes } from '../security.queries.ts'
import { CurrentPasswordField } from './current-password-field.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

/** Replaces the recovery codes. */
export function RenewRecoveryCodes({ onClose }: { onClose: () => void }) {
  const text = useText()
  const renew = useRenewRecoveryCodes()
  const form = useForm({ initialValues: { currentPassword: '' }, ...formRules(PasswordForm) })
  if (renew.data) return <RecoveryCodesDialog codes={renew.data.recoveryCodes} onClose={onClose} />
  return (
    <FormDialog
      title={text('secondFactor.newCodes')}
      onClose={onClose}
      onSubmit={form.onSubmit((values) =>
        renew.mutate(
          values,
          submitCallbacks(form, () => undefined),
        ),
      )}
      submitLabel={text('secondFactor.next')}
      isBusy={renew.isPending}
      hasUnsaved={form.isDirty()}
    >
      <p>{text('secondFactor.newCodesNote')}</p>
      <CurrentPasswordField data-autofocus {...form.getInputProps('currentPassword')} />
    </FormDialog>
  )
}
