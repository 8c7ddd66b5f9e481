import { Radio, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type DashboardSection, SectionForm, SectionType } from '@noroshi/contract/dashboard/dashboard.http'
import { submitCallbacks, formRules } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import css from '../../../ui/forms/form.module.css'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { useSaveSection } from '../dashboard.changes.ts'

/** Creates a section if `section` is null, otherwise edits it. */
export function SectionDialog({ section, onClose }: { section: DashboardSection | null; onClose: () => void }) {
  const text = useText()
  const save = useSaveSection(section?.id)
  const form = useForm({
    initialValues: { title: section?.title ?? '', type: section?.type ?? ('iconLink' as SectionType) },
    ...formRules(SectionForm),
  })
  const submit = form.onSubmit((values) => save.mutate(values, submitCallbacks(form, onClose)))
  return (
    <FormDialog
      title={text(section ? 'dashboard.sectionEdit' : 'dashboard.sectionCreate')}
      onClose={onClose}
      onSubmit={submit}
      isBusy={save.isPending}
      hasUnsaved={form.isDirty()}
    >
      <TextInput label={text('dashboard.sectionTitle')} required data-autofocus {...form.getInputProps('title')} />
      <Radio.Group label={text('dashboard.sectionType')} {...form.getInputProps('type')}>
        <div className={css.choices}>
          {SectionType.options.map((type) => (
            <Radio key={type} value={type} label={text(`dashboard.type.${type}`)} />
          ))}
        </div>
      </Radio.Group>
    </FormDialog>
  )
}
