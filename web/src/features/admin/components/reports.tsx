import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { storedNameIn } from '@noroshi/contract/accounts/person-name'
import type { Report, ReportedMessage } from '@noroshi/contract/reports/reports.http'
import { type MessageKey, useLanguage, useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import { paths } from '../../../platform/paths/paths.ts'
import adminCss from '../../../shared/admin/admin.module.css'
import { ChoiceField } from '../../../shared/admin/choice-field.tsx'
import { DataTable } from '../../../shared/admin/data-table.tsx'
import { LoadMore } from '../../../ui/layout/load-more.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { type ReportStatus, reportsQuery } from '../admin-reports.queries.ts'
import { ReportDoneDialog } from './report-done-dialog.tsx'
import css from './reports.module.css'

/** The reports of messages and people, newest first. */
export function Reports() {
  const text = useText()
  const [status, setStatus] = useState<ReportStatus>('open')
  const options = (['open', 'done'] as const).map((value) => ({ value, label: text(`reports.${value}`) }))
  return (
    <>
      <div className={adminCss.tools}>
        <ChoiceField
          className={adminCss.filter}
          aria-label={text('reports.status')}
          value={status}
          onChange={({ currentTarget }) => setStatus(currentTarget.value === 'done' ? 'done' : 'open')}
          data={options}
        />
      </div>
      <Results key={status} status={status} />
    </>
  )
}

function Results({ status }: { status: ReportStatus }) {
  const text = useText()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(reportsQuery(status))
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('reports.loadFailed')} />
    ) : (
      <ListSkeleton rows={4} />
    )
  }
  const reports = data.pages.flatMap(({ items }) => items)
  if (reports.length === 0) return <EmptyState title={text(status === 'open' ? 'reports.noneOpen' : 'reports.noneDone')} />
  return (
    <>
      <Table reports={reports} />
      {hasNextPage && (
        <LoadMore label={text('admin.loadMore')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      )}
    </>
  )
}

function Table({ reports }: { reports: readonly Report[] }) {
  const text = useText()
  const language = useLanguage()
  const [finished, setFinished] = useState<Report | null>(null)
  const columns = [
    {
      key: 'about',
      label: text('reports.about'),
      area: 'head' as const,
      cell: ({ reported }: Report) => <Profile person={reported} />,
    },
    { key: 'what', label: text('reports.what'), area: 'plain' as const, cell: (report: Report) => <Content report={report} /> },
    { key: 'by', label: text('reports.by'), cell: ({ reporter }: Report) => <Profile person={reporter} /> },
    {
      key: 'when',
      label: text('reports.when'),
      isShort: true,
      cell: ({ createdAt }: Report) => <time dateTime={createdAt}>{fullDateTime(createdAt, language)}</time>,
    },
    {
      key: 'actions',
      label: text('admin.actions'),
      area: 'plain' as const,
      cell: (report: Report) =>
        report.done ? (
          <Done done={report.done} />
        ) : (
          <Button variant="default" onClick={() => setFinished(report)}>
            {text('reports.markDone')}
          </Button>
        ),
    },
  ]
  return (
    <>
      <DataTable label={text('reports.title')} columns={columns} rows={reports} />
      {finished && <ReportDoneDialog report={finished} onClose={() => setFinished(null)} />}
    </>
  )
}

const Profile = ({ person }: { person: Person }) => (
  <Link to={paths.profile} params={{ userId: person.id }} translate="no">
    {nameOf(person)}
  </Link>
)

function kindOf({ isRadio, threadKind }: ReportedMessage): MessageKey {
  if (isRadio) return 'reports.inRadio'
  return ({ personal: 'reports.inPersonal', group: 'reports.inGroup', alert: 'reports.inAlert' } as const)[threadKind]
}

/** The copy of the message, and the reason. */
function Content({ report: { message, reason } }: { report: Report }) {
  const text = useText()
  const language = useLanguage()
  return (
    <div className={css.content}>
      <b>{text(message ? kindOf(message) : 'reports.person')}</b>
      {message && (
        <>
          <small>
            <span translate="no">{storedNameIn(language, message.senderName) || text('people.deleted')}</span> ·{' '}
            <time dateTime={message.sentAt}>{fullDateTime(message.sentAt, language)}</time>
          </small>
          {message.text !== '' && <blockquote className={css.text}>{message.text}</blockquote>}
          {message.fileNames.length > 0 && (
            <span className={css.text}>{text('reports.files', { names: message.fileNames.join(', ') })}</span>
          )}
          {message.hasLocation && <span>{text('reports.location')}</span>}
        </>
      )}
      {reason !== '' && <span className={css.text}>{text('reports.reasonOf', { reason })}</span>}
    </div>
  )
}

function Done({ done: { at, by, note } }: { done: NonNullable<Report['done']> }) {
  const text = useText()
  const language = useLanguage()
  return (
    <div className={css.content}>
      <span>{text('reports.doneBy', { name: nameOf(by) })}</span>
      <small>
        <time dateTime={at}>{fullDateTime(at, language)}</time>
      </small>
      {note !== '' && <span className={css.text}>{text('reports.noteOf', { note })}</span>}
    </div>
  )
}
