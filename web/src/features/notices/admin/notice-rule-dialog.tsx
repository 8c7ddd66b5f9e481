import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ALERT_SEVERITIES, type AlertSeverity } from '@noroshi/contract/alerts/handling'
import { NOTICE_KINDS, type NoticeKind, NoticeRuleForm } from '@noroshi/contract/notices/notices.http'
import { formRules, submitCallbacks } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { ChoiceField } from '../../../shared/admin/choice-field.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { areasError, areasIn } from './areas-text.ts'
import { useCreateNoticeRule } from './notices-admin.queries.ts'

interface Values {
  kind: NoticeKind
  minSeverity: AlertSeverity
  areas: string
  question: string
}

const empty: Values = { kind: 'earthquake', minSeverity: 'severe', areas: '', question: '' }
const bodyOf = ({ areas, ...values }: Values) => ({ ...values, areas: areasIn(areas) })
const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

/** Adds a rule that opens a roll-call after an official notice. */
export function NoticeRuleDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const create = useCreateNoticeRule()
  const form = useForm({ initialValues: empty, ...formRules(NoticeRuleForm, bodyOf) })
  const submit = form.onSubmit((values) => create.mutate(values, submitCallbacks(form, onClose)))
  return (
    <FormDialog
      title={text('noticeRules.create')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={text('noticeSources.add')}
      isBusy={create.isPending}
      hasUnsaved={form.isDirty()}
    >
      <ChoiceField
        label={text('noticeRules.kind')}
        data={NOTICE_KINDS.map((value) => ({ value, label: text(`notices.kind.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      <ChoiceField
        label={text('noticeRules.minSeverity')}
        description={text(`noticeRules.levels.${form.values.kind}`)}
        inputWrapperOrder={ORDER}
        data={ALERT_SEVERITIES.map((value) => ({ value, label: text(`notices.severity.${value}`) }))}
        {...form.getInputProps('minSeverity')}
      />
      <TextInput
        label={text('noticeRules.areas')}
        description={text('noticeRules.areasHint')}
        inputWrapperOrder={ORDER}
        required
        {...form.getInputProps('areas')}
        error={areasError(form.errors)}
      />
      <TextInput label={text('noticeRules.question')} required {...form.getInputProps('question')} />
    </FormDialog>
  )
}
