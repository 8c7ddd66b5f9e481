import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconFileTypeCsv, IconUserPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { AdminUserFilter } from '@noroshi/contract/admin/users.http'
import { useText } from '../../../platform/language/i18n.ts'
import { SEARCH_DEBOUNCE_MS } from '../../../platform/tuning.ts'
import { LoadMore } from '../../../ui/layout/load-more.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { usersQuery } from './users.queries.ts'
import css from '../../../shared/admin/admin.module.css'
import { ChoiceField } from '../../../shared/admin/choice-field.tsx'
import { AdminSearchField } from '../../../shared/admin/admin-search-field.tsx'
import { Senders } from './senders.tsx'
import { UserTable } from './user-table.tsx'

/** The choice that shows who sends the most instead of all users. */
const SENDERS = 'senders'

const InvitationDialog = lazy(() =>
  import('./invitation-dialog.tsx').then(({ InvitationDialog: dialog }) => ({ default: dialog })),
)

const ImportDialog = lazy(() =>
  import('../invitation-import/import-dialog.tsx').then(({ ImportDialog: dialog }) => ({ default: dialog })),
)

/** All accounts, with search, status and role. */
export function Users({ myId }: { myId: string }) {
  const text = useText()
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState<AdminUserFilter | typeof SENDERS>('all')
  const [isInviting, setInviting] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const [searchText] = useDebouncedValue(typed.trim(), SEARCH_DEBOUNCE_MS)
  return (
    <>
      <div className={css.tools}>
        {shown !== SENDERS && (
          <AdminSearchField
            label={text('adminUsers.search')}
            hint={text('adminUsers.search')}
            value={typed}
            onChange={setTyped}
          />
        )}
        <ChoiceField
          className={css.filter}
          aria-label={text('adminUsers.filter')}
          value={shown}
          onChange={({ currentTarget: { value } }) => setShown(value === SENDERS ? SENDERS : AdminUserFilter.parse(value))}
          data={[
            ...AdminUserFilter.options.map((value) => ({ value, label: text(`adminUsers.${value}`) })),
            { value: SENDERS, label: text('senders.title') },
          ]}
        />
        <Button
          leftSection={<IconUserPlus size={20} stroke={2} aria-hidden="true" />}
          variant="default"
          onClick={() => setInviting(true)}
        >
          {text('invitations.invite')}
        </Button>
        <Button
          leftSection={<IconFileTypeCsv size={20} stroke={1.75} aria-hidden="true" />}
          variant="default"
          onClick={() => setImporting(true)}
        >
          {text('invitationImport.open')}
        </Button>
      </div>
      {shown === SENDERS ? <Senders /> : <Results searchText={searchText} filter={shown} myId={myId} />}
      {isInviting && (
        <Suspense>
          <InvitationDialog onClose={() => setInviting(false)} />
        </Suspense>
      )}
      {isImporting && (
        <Suspense>
          <ImportDialog onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  )
}

function Results({ searchText, filter, myId }: { searchText: string; filter: AdminUserFilter; myId: string }) {
  const text = useText()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    usersQuery(searchText, filter),
  )
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('adminUsers.loadFailed')} />
    ) : (
      <ListSkeleton rows={6} />
    )
  }
  const users = data.pages.flatMap(({ items }) => items)
  const total = data.pages.at(-1)?.total ?? 0
  if (users.length === 0) return <EmptyState title={text('adminUsers.empty')} note={text('adminUsers.emptyTip')} />
  return (
    <>
      <p className={css.total} role="status">
        {text('admin.people', { count: total })}
      </p>
      <UserTable users={users} myId={myId} />
      {hasNextPage && (
        <LoadMore label={text('admin.loadMore')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      )}
    </>
  )
}
