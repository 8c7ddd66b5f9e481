import { Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { type LacsGroup, type LacsUnit, LacsUnitForm } from '@noroshi/contract/admin/lacs.http'
import { submitCallbacks, formRules } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { PersonPicker } from '../../../shared/people/person-picker.tsx'
import { useSaveLacsUnit } from '../../../shared/admin/lacs.queries.ts'
import { togglePerson } from '../../../shared/admin/people.ts'
import { ChoiceField } from '../../../shared/admin/choice-field.tsx'

interface Props {
  /** null: creates a unit. */
  unit: LacsUnit | null
  groups: readonly LacsGroup[]
  onClose: () => void
}

interface Values {
  LacsGroupId: string
  unitId: string
  unitName: string
  isCloudUnit: boolean
  admins: readonly Person[]
}

const bodyOf = ({ admins, ...values }: Values) => ({ ...values, adminIds: admins.map(({ id }) => id) })

const valuesOf = (unit: LacsUnit | null, groups: readonly LacsGroup[]): Values => ({
  LacsGroupId: unit?.LacsGroupId ?? groups[0]?.id ?? '',
  unitId: unit?.unitId ?? '',
  unitName: unit?.unitName ?? '',
  isCloudUnit: unit?.isCloudUnit ?? false,
  admins: unit?.admins ?? [],
})

/** All fields of a LACS unit and its administrators (specification, section 3). */
export function LacsUnitDialog({ unit, groups, onClose }: Props) {
  const text = useText()
  const save = useSaveLacsUnit(unit?.id)
  const form = useForm({
    initialValues: valuesOf(unit, groups),
    ...formRules(LacsUnitForm, bodyOf),
  })
  const submit = form.onSubmit((values) => save.mutate(values, submitCallbacks(form, onClose)))
  return (
    <FormDialog
      title={text(unit ? 'lacs.unitEdit' : 'lacs.unitCreate')}
      onClose={onClose}
      onSubmit={submit}
      isBusy={save.isPending}
      hasUnsaved={form.isDirty()}
    >
      <ChoiceField
        label={text('lacs.group')}
        data={groups.map(({ id, organizationName }) => ({ value: id, label: organizationName }))}
        {...form.getInputProps('LacsGroupId')}
      />
      <TextInput label={text('lacs.unitName')} required {...form.getInputProps('unitName')} />
      <TextInput
        label={text('lacs.unitId')}
        autoCapitalize="none"
        spellCheck={false}
        required
        {...form.getInputProps('unitId')}
      />
      <Switch label={text('lacs.isCloudUnit')} {...form.getInputProps('isCloudUnit', { type: 'checkbox' })} />
      <PersonPicker
        label={text('lacs.admins')}
        chosen={form.values.admins}
        onPick={(person) => form.setFieldValue('admins', togglePerson(form.values.admins, person))}
      />
    </FormDialog>
  )
}
