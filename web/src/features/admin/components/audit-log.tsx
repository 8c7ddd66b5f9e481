import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AuditEntry } from '@noroshi/contract/admin/audit.http'
import { useLanguage, useText } from '../../../platform/i18n.ts'
import { fullDateTime } from '../../../platform/time.ts'
import { SEARCH_DEBOUNCE_MS } from '../../../platform/tuning.ts'
import { LoadMore } from '../../../ui/load-more.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states.tsx'
import { actionWords, auditActions, targetWords } from '../audit.ts'
import { auditQuery, type AuditSearch } from '../audit.queries.ts'
import css from './admin.module.css'
import { ChoiceField } from './choice-field.tsx'
import { DataTable } from './data-table.tsx'
import { SearchField } from './search-field.tsx'

/** Who did what to what, when, from where; newest first. It only grows. */
export function AuditLog() {
  const text = useText()
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), SEARCH_DEBOUNCE_MS)
  const [action, setAction] = useState('')
  const [fromDay, setFromDay] = useState('')
  const [toDay, setToDay] = useState('')
  const actions = auditActions.map((value) => ({ value, label: actionWords(value, text) }))
  return (
    <>
      <div className={css.tools}>
        <SearchField label={text('auditLog.search')} hint={text('auditLog.searchHint')} value={typed} onChange={setTyped} />
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
      <Found search={{ text: asked, action, fromDay, toDay }} />
    </>
  )
}

function Found({ search }: { search: AuditSearch }) {
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
      place: 'head' as const,
      cell: ({ action }: AuditEntry) => <b>{actionWords(action, text)}</b>,
    },
    { key: 'target', label: text('auditLog.target'), cell: (entry: AuditEntry) => <span>{targetWords(entry)}</span> },
    {
      key: 'who',
      label: text('auditLog.who'),
      isShort: true,
      cell: ({ actor }: AuditEntry) => <span>{actor?.name ?? text('auditLog.nobody')}</span>,
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
