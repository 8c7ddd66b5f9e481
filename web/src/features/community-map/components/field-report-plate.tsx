import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { can } from '@noroshi/contract/abilities'
import type { FieldReport } from '@noroshi/contract/community-map/field-report'
import type { FieldReportDetail } from '@noroshi/contract/community-map/field-reports.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { age } from '../../../platform/language/time.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { useNow } from '../../../platform/use-now.ts'
import { MapPlate } from '../../../shared/places/map-plate.tsx'
import plate from '../../../shared/places/place-plate.module.css'
import { fieldReportName, isFaded } from '../field-report-texts.ts'
import { useRemoveFieldReport } from '../field-reports.changes.ts'
import { fieldReportQuery } from '../field-reports.queries.ts'
import { answerFieldReport, useUnsentFieldReportAnswer } from '../unsent-field-reports.ts'
import css from './community-map.module.css'
import { RemoveButton } from './remove-button.tsx'

/** A report over the map: its state, its age, and the question whether it still holds. */
export function FieldReportPlate({ report, onClose }: { report: FieldReport; onClose: () => void }) {
  const text = useText()
  const language = useLanguage()
  const now = useNow()
  const { data, error } = useQuery(fieldReportQuery(report.id))
  const name = fieldReportName(report, text)
  return (
    <MapPlate name={name} announces="name" onClose={onClose}>
      <time dateTime={report.confirmedAt}>{text('fieldReports.seen', { age: age(report.confirmedAt, now, language) })}</time>
      {isFaded(report, now) && <span>{text('fieldReports.old')}</span>}
      {data ? <Details report={data} onClose={onClose} /> : error && <span>{text('fieldReports.detailFailed')}</span>}
      <Question reportId={report.id} known={data?.ownAnswer ?? null} />
    </MapPlate>
  )
}

function Details({ report, onClose }: { report: FieldReportDetail; onClose: () => void }) {
  const text = useText()
  const viewer = useCurrentUser()
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
          <RemoveButton
            label={text('fieldReports.remove')}
            question={text('fieldReports.removeConfirm')}
            isBusy={isPending}
            onConfirm={() => mutate(id, { onSuccess: onClose })}
          />
        </div>
      )}
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
