import { Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type LacsGroup, LacsGroupForm } from '@noroshi/contract/admin/lacs.http'
import { submitCallbacks, formRules } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { useSaveLacsGroup } from '../../../shared/admin/lacs.queries.ts'

const empty = {
  organizationName: '',
  subdomain: '',
  departmentName: '',
  contactPersonName: '',
  contactPersonDesignation: '',
  shareDataAmongUnits: false,
}
const optional = ['departmentName', 'contactPersonName', 'contactPersonDesignation'] as const

/** All fields of a LACS group (specification, section 3). Creates a group if `group` is null. */
export function LacsGroupDialog({ group, onClose }: { group: LacsGroup | null; onClose: () => void }) {
  const text = useText()
  const save = useSaveLacsGroup(group?.id)
  const form = useForm({ initialValues: { ...empty, ...group }, ...formRules(LacsGroupForm) })
  const submit = form.onSubmit((values) => save.mutate(values, submitCallbacks(form, onClose)))
  return (
    <FormDialog
      title={text(group ? 'lacs.groupEdit' : 'lacs.groupCreate')}
      onClose={onClose}
      onSubmit={submit}
      isBusy={save.isPending}
      hasUnsaved={form.isDirty()}
    >
      <TextInput label={text('lacs.organizationName')} required data-autofocus {...form.getInputProps('organizationName')} />
      <TextInput
        label={text('lacs.subdomain')}
        autoCapitalize="none"
        spellCheck={false}
        required
        {...form.getInputProps('subdomain')}
      />
      {optional.map((field) => (
        <TextInput key={field} label={text('admin.optional', { field: text(`lacs.${field}`) })} {...form.getInputProps(field)} />
      ))}
      <Switch label={text('lacs.shareDataAmongUnits')} {...form.getInputProps('shareDataAmongUnits', { type: 'checkbox' })} />
    </FormDialog>
  )
}
