import { Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { MessageReportForm, PersonReportForm, REPORT_TEXT_MAX } from '@noroshi/contract/reports/reports.http'
import { formRules, submitCallbacks } from '../../platform/forms/form-rules.ts'
import { useText } from '../../platform/language/i18n.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { type ReportTarget, useReport } from './reports.queries.ts'

/** Reports a message or a person to the administrators. */
export function ReportDialog({ target, onClose }: { target: ReportTarget; onClose: () => void }) {
  const text = useText()
  const report = useReport(target)
  const isMessage = target.kind === 'message'
  const form = useForm({ initialValues: { reason: '' }, ...formRules(isMessage ? MessageReportForm : PersonReportForm) })
  const label = text('reports.reason')
  return (
    <FormDialog
      title={text(isMessage ? 'reports.messageTitle' : 'reports.personTitle')}
      onClose={onClose}
      onSubmit={form.onSubmit(({ reason }) => report.mutate(reason, submitCallbacks(form, onClose)))}
      submitLabel={text('reports.report')}
      isBusy={report.isPending}
      hasUnsaved={form.isDirty()}
    >
      <p>{text(isMessage ? 'reports.messageNote' : 'reports.personNote')}</p>
      <Textarea
        {...form.getInputProps('reason')}
        label={isMessage ? text('admin.optional', { field: label }) : label}
        required={!isMessage}
        maxLength={REPORT_TEXT_MAX}
        rows={3}
        data-autofocus
      />
    </FormDialog>
  )
}
