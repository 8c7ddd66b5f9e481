import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { InvitationForm } from '@noroshi/contract/accounts/unit.http'
import { parseWhole } from '@noroshi/contract/text/numbers'
import { INVITATION_DAYS_MAX, INVITATION_USES_MAX } from '@noroshi/contract/limits'
import { fieldErrorsOf, formRules } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import css from '../../../ui/forms/form.module.css'
import { useInvite } from './unit.queries.ts'
import { CopyLine } from '../../../shared/admin/copy-line.tsx'

/** The default values: one user, seven days. */
const empty = { label: '', expiresInDays: '7', maxUses: '1' }

/** Converts the fields to the contract's body. A field without a number is NaN. */
const bodyOf = ({ label, expiresInDays, maxUses }: typeof empty) => ({
  label,
  expiresInDays: parseWhole(expiresInDays) ?? Number.NaN,
  maxUses: parseWhole(maxUses) ?? Number.NaN,
})

/** Creates an invitation and shows its link once. */
export function InvitationDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const invite = useInvite()
  const form = useForm({ initialValues: empty, ...formRules(InvitationForm, bodyOf) })
  const submit = form.onSubmit((values) => invite.mutate(values, { onError: (error) => form.setErrors(fieldErrorsOf(error)) }))
  if (invite.data) {
    return (
      <Dialog isOpen onClose={onClose} title={text('invitations.create')}>
        <div className={css.fields}>
          <CopyLine ownLink={invite.data} />
          <Button variant="default" onClick={onClose}>
            {text('chrome.close')}
          </Button>
        </div>
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={text('invitations.create')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={text('invitations.make')}
      isBusy={invite.isPending}
      hasUnsaved={form.isDirty()}
    >
      <TextInput
        label={text('admin.optional', { field: text('invitations.label') })}
        description={text('invitations.labelHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data-autofocus
        {...form.getInputProps('label')}
      />
      <div className={css.pair}>
        <TextInput
          label={text('invitations.days')}
          type="number"
          min={1}
          max={INVITATION_DAYS_MAX}
          inputMode="numeric"
          {...form.getInputProps('expiresInDays')}
        />
        <TextInput
          label={text('invitations.uses')}
          type="number"
          min={1}
          max={INVITATION_USES_MAX}
          inputMode="numeric"
          {...form.getInputProps('maxUses')}
        />
      </div>
    </FormDialog>
  )
}
