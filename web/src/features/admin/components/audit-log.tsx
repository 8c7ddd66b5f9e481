import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { storedNameIn } from '@noroshi/contract/accounts/person-name'
import type { AuditEntry } from '@noroshi/contract/admin/audit.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import { SEARCH_DEBOUNCE_MS } from '../../../platform/tuning.ts'
import { LoadMore } from '../../../ui/layout/load-more.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { actionText, auditActions, targetText } from '../audit.ts'
import { auditQuery, type AuditSearch } from '../audit.queries.ts'
import css from '../../../shared/admin/admin.module.css'
import { ChoiceField } from '../../../shared/admin/choice-field.tsx'
import { DataTable } from '../../../shared/admin/data-table.tsx'
import { AdminSearchField } from '../../../shared/admin/admin-search-field.tsx'

/** The audit log: action, target, actor, time and address, newest first. */
export function AuditLog() {
  const text = useText()
  const [typed, setTyped] = useState('')
  const [searchText] = useDebouncedValue(typed.trim(), SEARCH_DEBOUNCE_MS)
  const [action, setAction] = useState('')
  const [fromDay, setFromDay] = useState('')
  const [toDay, setToDay] = useState('')
  const actions = auditActions().map((value) => ({ value, label: actionText(value, text) }))
  return (
    <>
      <div className={css.tools}>
        <AdminSearchField label={text('auditLog.search')} hint={text('auditLog.searchHint')} value={typed} onChange={setTyped} />
        <ChoiceField
          className={css.filter}
          aria-label={text('auditLog.what')}
          value={action}
          onChange={({ currentTarget }) => setAction(currentTarget.value)}
          data={[{ value: '', label: text('auditLog.allActions') }, ...actions]}
        />
        <TextInput
          className={css.day}
          type="date"
          label={text('auditLog.from')}
          value={fromDay}
          onChange={({ currentTarget }) => setFromDay(currentTarget.value)}
        />
        <TextInput
          className={css.day}
          type="date"
          label={text('auditLog.to')}
          value={toDay}
          onChange={({ currentTarget }) => setToDay(currentTarget.value)}
        />
      </div>
      <Results search={{ text: searchText, action, fromDay, toDay }} />
    </>
  )
}

function Results({ search }: { search: AuditSearch }) {
  const text = useText()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(auditQuery(search))
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('auditLog.loadFailed')} />
    ) : (
      <ListSkeleton rows={6} />
    )
  }
  const entries = data.pages.flatMap(({ items }) => items)
  if (entries.length === 0) return <EmptyState title={text('auditLog.empty')} note={text('auditLog.emptyTip')} />
  return (
    <>
      <Entries entries={entries} />
      {hasNextPage && (
        <LoadMore label={text('admin.loadMore')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      )}
    </>
  )
}

function Entries({ entries }: { entries: readonly AuditEntry[] }) {
  const text = useText()
  const language = useLanguage()
  const columns = [
    {
      key: 'what',
      label: text('auditLog.what'),
      area: 'head' as const,
      cell: ({ action }: AuditEntry) => <b>{actionText(action, text)}</b>,
    },
    { key: 'target', label: text('auditLog.target'), cell: (entry: AuditEntry) => <span>{targetText(entry, language)}</span> },
    {
      key: 'who',
      label: text('auditLog.who'),
      isShort: true,
      cell: ({ actor }: AuditEntry) => (
        <span>{actor ? storedNameIn(language, actor.name) || text('people.deleted') : text('auditLog.noActor')}</span>
      ),
    },
    {
      key: 'when',
      label: text('auditLog.when'),
      isShort: true,
      cell: ({ at }: AuditEntry) => <time dateTime={at}>{fullDateTime(at, language)}</time>,
    },
    {
      key: 'where',
      label: text('auditLog.address'),
      isShort: true,
      cell: ({ ip }: AuditEntry) => <span className="num">{ip}</span>,
    },
  ]
  return <DataTable label={text('auditLog.title')} columns={columns} rows={entries} />
}
