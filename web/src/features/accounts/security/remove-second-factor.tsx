import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { RemovalForm } from '@noroshi/contract/accounts/second-factor.http'
import { formRules, submitCallbacks } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { toastSuccess } from '../../../ui/states/toast.tsx'
import { useRemoveSecondFactor } from '../security.queries.ts'
import { CurrentPasswordField } from './current-password-field.tsx'

/** Turns the second factor off with the password and a code. */
export function RemoveSecondFactor({ onClose }: { onClose: () => void }) {
  const text = useText()
  const remove = useRemoveSecondFactor()
  const form = useForm({ initialValues: { currentPassword: '', code: '' }, ...formRules(RemovalForm) })
  const done = () => {
    toastSuccess('secondFactor.turnedOff')
    onClose()
  }
  return (
    <FormDialog
      title={text('secondFactor.turnOffTitle')}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => remove.mutate(values, submitCallbacks(form, done)))}
      submitLabel={text('secondFactor.turnOff')}
      isBusy={remove.isPending}
      hasUnsaved={form.isDirty()}
    >
      <p>{text('secondFactor.loginNote')}</p>
      <CurrentPasswordField data-autofocus {...form.getInputProps('currentPassword')} />
      <TextInput
        label={text('secondFactor.loginCode')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...form.getInputProps('code')}
      />
    </FormDialog>
  )
}
