import { useForm } from '@mantine/form'
import { PasswordChange } from '@noroshi/contract/accounts/passwords.http'
import { formRules, submitCallbacks } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { toastSuccess } from '../../../ui/states/toast.tsx'
import { useChangePassword } from '../security.queries.ts'
import { CurrentPasswordField } from './current-password-field.tsx'
import { NewPasswordFields } from '../sign-in/new-password-fields.tsx'

const empty = { currentPassword: '', password: '', confirmPassword: '' }

/** Changes the user's own password. The server refuses common and personal ones, with a message at the field. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const change = useChangePassword()
  const form = useForm({ initialValues: empty, ...formRules(PasswordChange) })
  const done = () => {
    toastSuccess('account.passwordChanged')
    onClose()
  }
  return (
    <FormDialog
      title={text('account.changePassword')}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => change.mutate(values, submitCallbacks(form, done)))}
      isBusy={change.isPending}
      hasUnsaved={form.isDirty()}
    >
      <p>{text('account.changePasswordNote')}</p>
      <CurrentPasswordField data-autofocus {...form.getInputProps('currentPassword')} />
      <NewPasswordFields
        isChange
        password={form.getInputProps('password')}
        confirmPassword={form.getInputProps('confirmPassword')}
      />
    </FormDialog>
  )
}
