import { Button, Tabs } from '@mantine/core'
import { IconPhonePlus, IconUsersPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { readStored, writeStored } from '../../../platform/session/storage.ts'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { type CallKind, useCalls } from '../calls.queries.ts'
import { useSeenCalls } from '../missed-calls.ts'
import css from './call-history.module.css'
import { CallRow } from './call-row.tsx'
import { LoadAhead } from './load-ahead.tsx'

const NewCallDialog = lazy(() => import('./new-call-dialog.tsx').then(({ NewCallDialog: dialog }) => ({ default: dialog })))

const tabs = ['personal', 'group'] as const
/** This device stores the active tab of a page (specification, section 3). */
const TAB_KEY = 'activeTab:/calls'

/** The calls of the user by kind, and a button for a new call. */
export function CallHistory() {
  const text = useText()
  const [tab, setTab] = useState<CallKind>(() => tabs.find((kind) => kind === readStored(TAB_KEY)) ?? 'personal')
  const [isNew, setNew] = useState(false)
  const change = (next: string | null) => {
    const chosen = tabs.find((kind) => kind === next) ?? 'personal'
    writeStored(TAB_KEY, chosen)
    setTab(chosen)
  }
  const Icon = tab === 'personal' ? IconPhonePlus : IconUsersPlus
  return (
    <div className={css.content}>
      <Tabs value={tab} onChange={change} keepMounted={false}>
        <Tabs.List grow aria-label={text('calls.tabs')}>
          <Tabs.Tab value="personal">{text('calls.personal')}</Tabs.Tab>
          <Tabs.Tab value="group">{text('calls.groups')}</Tabs.Tab>
        </Tabs.List>
        {tabs.map((kind) => (
          <Tabs.Panel key={kind} value={kind}>
            <Rows kind={kind} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <div className={css.floating} data-toast-clear>
        <Button leftSection={<Icon size={20} stroke={2} aria-hidden="true" />} onClick={() => setNew(true)}>
          {text(tab === 'personal' ? 'calls.newCall' : 'calls.newGroupCall')}
        </Button>
      </div>
      {isNew && (
        <Suspense>
          <NewCallDialog kind={tab} onClose={() => setNew(false)} />
        </Suspense>
      )}
    </div>
  )
}

function Rows({ kind }: { kind: CallKind }) {
  const text = useText()
  const { calls, inactiveUserIds, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useCalls(kind)
  useSeenCalls(kind, calls)
  if (!calls) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} title={text('calls.listFailed')} /> : <ListSkeleton />
  }
  if (calls.length === 0) {
    return (
      <EmptyState
        title={text(kind === 'personal' ? 'calls.noPersonal' : 'calls.noGroup')}
        note={text(kind === 'personal' ? 'calls.noPersonalTip' : 'calls.noGroupTip')}
      />
    )
  }
  return (
    <>
      <ul className={css.rows}>
        {calls.map((call) => (
          <CallRow key={call.id} call={call} isInactive={inactiveUserIds.includes(call.otherUser?.id ?? '')} />
        ))}
      </ul>
      {hasNextPage && (
        <LoadAhead label={text('calls.loadMore')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      )}
    </>
  )
}
