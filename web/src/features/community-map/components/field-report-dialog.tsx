import { SegmentedControl, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  FIELD_REPORT_STATES,
  FIELD_REPORT_SUBJECTS,
  FieldReportState,
  type FieldReportSubject,
} from '@noroshi/contract/community-map/field-report'
import { FIELD_REPORT_NOTE_MAX, FieldReportForm } from '@noroshi/contract/community-map/field-reports.http'
import { useOwnLocation } from '../../../platform/device/own-location.ts'
import { formRules } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { ChoiceField } from '../../../shared/admin/choice-field.tsx'
import { LocationField } from '../../../shared/location/map-location-field.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { fieldReportState } from '../field-report-texts.ts'
import { unsentFieldReports } from '../unsent-field-reports.ts'
import css from './community-map.module.css'

interface Values {
  subject: FieldReportSubject
  state: FieldReportState
  note: string
  latitude: number | null
  longitude: number | null
}

/** Reports what the user sees at a location: the own one, or one that is picked on the map. */
export function FieldReportDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const me = useOwnLocation()
  const form = useForm<Values>({
    initialValues: {
      subject: 'water',
      state: 'broken',
      note: '',
      latitude: me?.latitude ?? null,
      longitude: me?.longitude ?? null,
    },
    ...formRules(FieldReportForm),
  })
  const { subject, state } = form.values
  const submit = form.onSubmit((report) => {
    if (report.latitude === null || report.longitude === null) return
    const { latitude: north, longitude: east, ...facts } = report
    if (unsentFieldReports.send({ ...facts, latitude: north, longitude: east })) onClose()
  })
  return (
    <FormDialog
      title={text('fieldReports.newTitle')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={text('fieldReports.send')}
      isBusy={false}
      hasUnsaved={form.isDirty()}
    >
      <p className={css.hint}>{text('fieldReports.about')}</p>
      <ChoiceField
        label={text('fieldReports.subject')}
        data={FIELD_REPORT_SUBJECTS.map((value) => ({ value, label: text(`fieldReports.subject.${value}`) }))}
        {...form.getInputProps('subject')}
      />
      <SegmentedControl
        fullWidth
        aria-label={text('fieldReports.state')}
        data={FIELD_REPORT_STATES.map((value) => ({ value, label: fieldReportState({ subject, state: value }, text) }))}
        value={state}
        onChange={(value) => form.setFieldValue('state', FieldReportState.parse(value))}
      />
      <Textarea
        label={text('fieldReports.note')}
        autosize
        minRows={2}
        maxLength={FIELD_REPORT_NOTE_MAX}
        {...form.getInputProps('note')}
      />
      <LocationField
        value={form.values}
        label={text('fieldReports.location')}
        confirmLabel={text('fieldReports.useLocation')}
        problem={form.errors['latitude'] !== undefined && text('fieldReports.locationRequired')}
        onChange={(location) => {
          form.setValues(location)
          form.clearErrors()
        }}
      />
    </FormDialog>
  )
}
