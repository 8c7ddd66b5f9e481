import { Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { DoneForm, type Report, REPORT_TEXT_MAX } from '@noroshi/contract/reports/reports.http'
import { formRules, submitCallbacks } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { useFinishReport } from '../admin-reports.queries.ts'

/** Marks a report as done, with a note. */
export function ReportDoneDialog({ report, onClose }: { report: Report; onClose: () => void }) {
  const text = useText()
  const finish = useFinishReport(report.id)
  const form = useForm({ initialValues: { note: '' }, ...formRules(DoneForm) })
  return (
    <FormDialog
      title={text('reports.markDone')}
      onClose={onClose}
      onSubmit={form.onSubmit(({ note }) => finish.mutate(note, submitCallbacks(form, onClose)))}
      submitLabel={text('reports.markDone')}
      isBusy={finish.isPending}
      hasUnsaved={form.isDirty()}
    >
      <Textarea
        {...form.getInputProps('note')}
        label={text('admin.optional', { field: text('reports.note') })}
        maxLength={REPORT_TEXT_MAX}
        rows={3}
        data-autofocus
      />
    </FormDialog>
  )
}
