import { Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type AlertGroup, AlertGroupForm } from '@noroshi/contract/alerts/alert-groups.http'
import { submitCallbacks, formRules } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { useUnit } from '../../../platform/session/unit.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { useSaveGroup } from '../../../shared/admin/alert-groups.queries.ts'

/** Creates a group if `group` is null, otherwise edits it. */
export function AlertGroupDialog({ group, onClose }: { group: AlertGroup | null; onClose: () => void }) {
  const text = useText()
  const unit = useUnit()
  const save = useSaveGroup(group?.id)
  const isOfOther = group?.unitName !== undefined
  const isShared = group?.isShared === true
  const form = useForm({
    initialValues: {
      name: group?.name ?? '',
      isAnonymous: group?.isAnonymous ?? false,
      takesNewUsers: group?.takesNewUsers ?? false,
      isShared: group?.isShared ?? false,
    },
    ...formRules(AlertGroupForm),
  })
  const submit = form.onSubmit((values) => save.mutate(values, submitCallbacks(form, onClose)))
  return (
    <FormDialog
      title={text(group ? 'alertGroups.edit' : 'alertGroups.create')}
      onClose={onClose}
      onSubmit={submit}
      isBusy={save.isPending}
      hasUnsaved={form.isDirty()}
    >
      <TextInput label={text('alertGroups.name')} required data-autofocus disabled={isOfOther} {...form.getInputProps('name')} />
      <Switch label={text('alertGroups.isAnonymous')} {...form.getInputProps('isAnonymous', { type: 'checkbox' })} />
      <Switch label={text('alertGroups.takesNewUsers')} {...form.getInputProps('takesNewUsers', { type: 'checkbox' })} />
      {(unit?.sharesData === true || isShared) && (
        <Switch
          label={text('feeds.isShared')}
          description={text(group?.isBuiltIn === true ? 'alertGroups.everyoneSharedNote' : 'alertGroups.isSharedNote')}
          disabled={isShared && group?.isBuiltIn !== true}
          {...form.getInputProps('isShared', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  )
}
