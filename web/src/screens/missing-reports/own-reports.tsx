import { Button } from '@mantine/core'
import { IconListSearch, IconUserExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '@noroshi/contract/abilities'
import type { OwnMissingReport } from '@noroshi/contract/missing-reports/missing-reports.http'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { useCurrentUser } from '../../platform/session/current-user.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Tag } from '../../ui/layout/tag.tsx'
import { ErrorState, ListSkeleton } from '../../ui/states/states.tsx'
import css from '../../features/reception/components/reception.module.css'
import { ownSheltersQuery } from '../../features/reception/reception.queries.ts'
import { MissingDialog } from './missing-dialog.tsx'
import { MissingFacts } from './missing-facts.tsx'
import { useWithdrawReport } from '../../features/missing-reports/missing-reports.changes.ts'
import { ownReportsQuery } from '../../features/missing-reports/missing-reports.queries.ts'

/** The missing-person reports of the user, and the way to those of all users for the staff of shelters. */
export function OwnReports() {
  const text = useText()
  const [isReporting, setReporting] = useState(false)
  return (
    <Card className={css.part}>
      <h2>{text('missingReport.own')}</h2>
      <p className={css.quiet}>{text('missingReport.note')}</p>
      <span className={css.buttons}>
        <Button
          variant="default"
          leftSection={<IconUserExclamation size={20} stroke={1.75} aria-hidden="true" />}
          onClick={() => setReporting(true)}
        >
          {text('missingReport.report')}
        </Button>
        <AllReportsLink />
      </span>
      <List />
      {isReporting && <MissingDialog onClose={() => setReporting(false)} />}
    </Card>
  )
}

/** The way to the reports of all users, for those who may read them. */
export function AllReportsLink() {
  const text = useText()
  const viewer = useCurrentUser()
  const { data } = useQuery(ownSheltersQuery)
  if (!can(viewer, 'missingReport:handle', { hasRole: data !== undefined && data.items.length > 0 })) return null
  return (
    <Button
      variant="default"
      className={css.start}
      leftSection={<IconListSearch size={20} stroke={1.75} aria-hidden="true" />}
      component={Link}
      to={paths.missingReports}
    >
      {text('missingReport.ofStaff')}
    </Button>
  )
}

function List() {
  const text = useText()
  const { data, error, refetch } = useQuery(ownReportsQuery)
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('missingReport.loadFailed')} />
    ) : (
      <ListSkeleton />
    )
  }
  if (data.items.length === 0) return <p>{text('missingReport.none')}</p>
  return (
    <ul className={css.rows}>
      {data.items.map((report) => (
        <li key={report.id}>
          <Row report={report} />
        </li>
      ))}
    </ul>
  )
}

function Row({ report }: { report: OwnMissingReport }) {
  const text = useText()
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useWithdrawReport()
  const { id, name, isPassedOn } = report
  return (
    <>
      <MissingFacts report={report} />
      <Tag tone={isPassedOn ? 'ok' : 'accent'}>{text(isPassedOn ? 'missingReport.passedOn' : 'missingReport.received')}</Tag>
      <Button variant="default" aria-label={text('missingReport.withdrawOf', { name })} onClick={() => setAsking(true)}>
        {text('missingReport.withdraw')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => mutate(id, { onSuccess: () => setAsking(false) })}
        title={text('missingReport.withdrawConfirm', { name })}
        confirmLabel={text('missingReport.withdraw')}
        isBusy={isPending}
      >
        {text('missingReport.withdrawNote')}
      </ConfirmDialog>
    </>
  )
}
