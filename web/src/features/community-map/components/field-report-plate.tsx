import { ActionIcon, Button } from '@mantine/core'
import { IconTrash, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { can } from '@noroshi/contract/abilities'
import type { FieldReport } from '@noroshi/contract/community-map/field-report'
import type { FieldReportDetail } from '@noroshi/contract/community-map/field-reports.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { age } from '../../../platform/language/time.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { useNow } from '../../../platform/use-now.ts'
import plate from '../../../shared/places/place-plate.module.css'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { fieldReportName, isFaded } from '../field-report-texts.ts'
import { useRemoveFieldReport } from '../field-reports.changes.ts'
import { fieldReportQuery } from '../field-reports.queries.ts'
import { answerFieldReport, useUnsentFieldReportAnswer } from '../unsent-field-reports.ts'
import css from './community-map.module.css'

/** A report over the map: its state, its age, and the question whether it still holds. */
export function FieldReportPlate({ report, onClose }: { report: FieldReport; onClose: () => void }) {
  const text = useText()
  const language = useLanguage()
  const now = useNow()
  const { data, error } = useQuery(fieldReportQuery(report.id))
  const name = fieldReportName(report, text)
  return (
    <section className={plate.plate} aria-label={name}>
      <div className={plate.head}>
        {/* Not the whole plate, whose age changes each minute. */}
        <b role="status">{name}</b>
        <ActionIcon aria-label={text('places.close', { name })} title={text('map.close')} onClick={onClose}>
          <IconX size={20} stroke={2} aria-hidden="true" />
        </ActionIcon>
      </div>
      <time dateTime={report.confirmedAt}>{text('fieldReports.seen', { age: age(report.confirmedAt, now, language) })}</time>
      {isFaded(report, now) && <span>{text('fieldReports.old')}</span>}
      {data ? <Details report={data} onClose={onClose} /> : error && <span>{text('fieldReports.detailFailed')}</span>}
      <Question reportId={report.id} known={data?.ownAnswer ?? null} />
    </section>
  )
}

function Details({ report, onClose }: { report: FieldReportDetail; onClose: () => void }) {
  const text = useText()
  const viewer = useCurrentUser()
  const [isRemoving, setRemoving] = useState(false)
  const { mutate, isPending } = useRemoveFieldReport()
  const { id, note, owner, confirmations, denials } = report
  const isOwner = viewer?.id === owner.id
  return (
    <>
      {note !== '' && <p className={plate.note}>{note}</p>}
      <span translate={isOwner ? undefined : 'no'}>
        {isOwner ? text('fieldReports.mine') : text('fieldReports.by', { name: nameOf(owner) })}
      </span>
      {confirmations > 0 && <span>{text('fieldReports.confirmed', { count: confirmations })}</span>}
      {denials > 0 && <span>{text('fieldReports.denied', { count: denials })}</span>}
      {can(viewer, 'fieldReport:remove', { isOwner }) && (
        <div>
          <Button
            variant="default"
            leftSection={<IconTrash size={20} stroke={1.75} aria-hidden="true" />}
            onClick={() => setRemoving(true)}
          >
            {text('fieldReports.remove')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        onConfirm={() => mutate(id, { onSuccess: onClose })}
        isBusy={isPending}
        title={text('fieldReports.removeConfirm')}
        confirmLabel={text('chrome.delete')}
      >
        <p>{text('fieldReports.removeNote')}</p>
      </ConfirmDialog>
    </>
  )
}

/** Asks whether a report still holds. One tap answers. */
function Question({ reportId, known }: { reportId: string; known: boolean | null }) {
  const text = useText()
  const unsent = useUnsentFieldReportAnswer(reportId)
  const answer = unsent ?? known
  return (
    <div className={css.question}>
      <b>{text('fieldReports.stillSo')}</b>
      <div className={css.answers}>
        <Button variant={answer === true ? 'filled' : 'default'} onClick={() => answerFieldReport(reportId, true)}>
          {text('fieldReports.yes')}
        </Button>
        <Button variant={answer === false ? 'filled' : 'default'} onClick={() => answerFieldReport(reportId, false)}>
          {text('fieldReports.no')}
        </Button>
      </div>
      <output>
        {answer !== null && text(answer ? 'fieldReports.ownYes' : 'fieldReports.ownNo')}
        {unsent !== null && ` (${text('fieldReports.unsent')})`}
      </output>
    </div>
  )
}
