import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { RecordEntry } from '@noroshi/contract/record/record-kinds'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import { recordHref } from '../../../platform/paths/paths.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { LoadMore } from '../../../ui/layout/load-more.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { recordQuery } from '../record.queries.ts'
import { shortAlertName, shownEntry } from '../record-texts.ts'
import css from './record.module.css'
import { ReplaySection } from './replay-section.tsx'

/** The record of an alert in order. Administrators open its export from here. */
export function RecordDialog({ alertId, onClose }: { alertId: string; onClose: () => void }) {
  const text = useText()
  const isAdmin = useCurrentUser()?.isAdmin === true
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(recordQuery(alertId))
  const entries = data?.pages.flatMap(({ items }) => items)
  return (
    <Dialog isOpen onClose={onClose} title={text('record.title')}>
      <div className={css.dialog}>
        <p className={css.quiet}>{text('record.about')}</p>
        {isAdmin && (
          <Button component={Link} variant="default" to={recordHref(alertId)}>
            {text('record.open')}
          </Button>
        )}
        <ReplaySection alertId={alertId} />
      </div>
      {!entries && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton />)}
      {entries?.length === 0 && <EmptyState title={text('record.empty')} />}
      {entries && entries.length > 0 && (
        <ol className={css.entries}>
          {entries.map((entry) => (
            <Entry key={entry.seq} entry={entry} />
          ))}
        </ol>
      )}
      {hasNextPage && <LoadMore label={text('record.more')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </Dialog>
  )
}

function Entry({ entry }: { entry: RecordEntry }) {
  const text = useText()
  const language = useLanguage()
  const { person, words, facts } = shownEntry(entry, text, language, shortAlertName(text))
  return (
    <li>
      <p>
        <b>{text(`record.${entry.kind}`)}</b>
        {person !== '' && <span translate="no">{person}</span>}
      </p>
      <time dateTime={entry.at}>{fullDateTime(entry.at, language)}</time>
      {words.map((line, index) => (
        <p key={index} className={css.words} translate="no" dir="auto">
          {line}
        </p>
      ))}
      {facts.length > 0 && <p className={css.quiet}>{facts.join(' · ')}</p>}
    </li>
  )
}
