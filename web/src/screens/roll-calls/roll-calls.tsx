import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { RollCallRow } from '../../features/roll-calls/components/roll-call-row.tsx'
import css from '../../features/roll-calls/components/roll-calls.module.css'
import { allRollCallsQuery } from '../../features/roll-calls/roll-calls.queries.ts'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { useCurrentUser } from '../../platform/session/current-user.ts'
import { LoadMore } from '../../ui/layout/load-more.tsx'
import { Screen } from '../../ui/layout/screen.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/states/states.tsx'
import { useGroupsToAsk } from './use-groups-to-ask.ts'

const NewRollCallDialog = lazy(() =>
  import('../../features/roll-calls/admin/new-roll-call-dialog.tsx').then(({ NewRollCallDialog: dialog }) => ({
    default: dialog,
  })),
)

/** The roll-calls of the user, open ones first. */
export function RollCallsScreen() {
  const text = useText()
  return (
    <Screen title={text('rollCalls.title')}>
      <div className={css.column}>
        <NewButton />
        <List />
      </div>
    </Screen>
  )
}

function NewButton() {
  const text = useText()
  const navigate = useNavigate()
  const mayAskEveryone = useCurrentUser()?.isAdmin === true
  const groups = useGroupsToAsk()
  const [isNew, setNew] = useState(false)
  const [askedId, setAskedId] = useState<string | null>(null)
  // After the form is closed, which would ask whether to discard it.
  useEffect(() => {
    if (askedId !== null) void navigate({ to: paths.rollCall, params: { rollCallId: askedId } })
  }, [askedId, navigate])
  if (!mayAskEveryone && groups.length === 0) return null
  return (
    <>
      <Button leftSection={<IconPlus size={20} stroke={2} aria-hidden="true" />} onClick={() => setNew(true)}>
        {text('rollCalls.new')}
      </Button>
      {isNew && askedId === null && (
        <Suspense>
          <NewRollCallDialog
            groups={groups}
            mayAskEveryone={mayAskEveryone}
            onClose={() => setNew(false)}
            onAsked={({ id }) => setAskedId(id)}
          />
        </Suspense>
      )}
    </>
  )
}

function List() {
  const text = useText()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(allRollCallsQuery)
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('rollCalls.loadFailed')} />
    ) : (
      <ListSkeleton />
    )
  }
  const all = data.pages.flatMap(({ items }) => items)
  if (all.length === 0) return <EmptyState title={text('rollCalls.none')} />
  const sorted = all.toSorted((a, b) => Number(a.closedAt !== null) - Number(b.closedAt !== null))
  return (
    <>
      <ul className={css.rows}>
        {sorted.map((rollCall) => (
          <li key={rollCall.id}>
            <RollCallRow rollCall={rollCall} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <LoadMore label={text('rollCalls.loadMore')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      )}
    </>
  )
}
