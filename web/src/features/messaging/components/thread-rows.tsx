import { Button } from '@mantine/core'
import { IconArchive, IconArrowLeft } from '@tabler/icons-react'
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { draftKey, readDraft } from '../../../platform/forms/drafts.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { useNow } from '../../../platform/use-now.ts'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { useHiddenMessages } from '../changes/hidden-messages.ts'
import type { ThreadKind } from '../messaging.entities.ts'
import { useThreads } from '../messaging.queries.ts'
import { usePendingThreads } from '../pending.ts'
import { arrangeThreads } from '../thread-order.ts'
import { isShownInList } from '../thread-texts.ts'
import css from './thread-list.module.css'
import { ThreadRow } from './thread-row.tsx'

/** Number of rows that are rendered at once: more than a window shows. The others follow in parts. */
const FIRST_ROWS = 20
/** Whether a list was rendered. One that is rendered again returns to its scroll position, which needs all rows. */
let wasRendered = false

interface Props {
  kind: ThreadKind
  currentId: string | undefined
  create: ReactNode
}

/** The threads of a kind: pinned ones first, and the archived ones behind a button at the end. */
export function ThreadRows({ kind, currentId, create }: Props) {
  const text = useText()
  const now = useNow()
  const pending = usePendingThreads()
  const myId = useCurrentUser()?.id ?? null
  const [isArchive, setArchive] = useState(false)
  const hasUnsent = (threadId: string) => pending.has(threadId) || readDraft(draftKey(myId, 'thread', threadId)).trim() !== ''
  const { threads, error, refetch } = useThreads(kind)
  if (!threads) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('messages.listFailed')} />
    ) : (
      <ListSkeleton />
    )
  }
  const shown = threads.filter((thread) => isShownInList(thread, thread.id === currentId, hasUnsent(thread.id)))
  const { listed, archived } = arrangeThreads(shown, now)
  if (isArchive && archived.length > 0) {
    return (
      <>
        <Button
          className={css.archive}
          variant="subtle"
          leftSection={<IconArrowLeft size={20} stroke={1.75} />}
          onClick={() => setArchive(false)}
        >
          {text('messages.archiveBack')}
        </Button>
        <List threads={archived} currentId={currentId} now={now} />
      </>
    )
  }
  const toArchive = archived.length > 0 && (
    <Button
      className={css.archive}
      variant="subtle"
      leftSection={<IconArchive size={20} stroke={1.75} />}
      onClick={() => setArchive(true)}
    >
      {text('messages.archived', { count: archived.length })}
    </Button>
  )
  if (listed.length === 0) {
    return (
      <>
        <EmptyState
          title={text(kind === 'personal' ? 'messages.noPersonal' : 'messages.noGroups')}
          note={text(kind === 'personal' ? 'messages.noPersonalTip' : 'messages.noGroupsTip')}
          action={create}
        />
        {toArchive}
      </>
    )
  }
  return (
    <>
      <List threads={listed} currentId={currentId} now={now}>
        {toArchive && <li>{toArchive}</li>}
      </List>
      <div className={css.create} data-toast-clear>
        {create}
      </div>
    </>
  )
}

interface ListProps {
  threads: readonly MessageThread[]
  currentId: string | undefined
  now: Date
  children?: ReactNode
}

function List({ threads, currentId, now, children }: ListProps) {
  const rowCount = useDeferredValue(Math.max(FIRST_ROWS, threads.length), wasRendered ? undefined : FIRST_ROWS)
  const hiddenIds = useHiddenMessages()
  useEffect(() => {
    wasRendered = true
  }, [])
  return (
    <ul className={css.rows}>
      {threads.slice(0, rowCount).map((thread) => (
        <li key={thread.id}>
          <ThreadRow
            thread={thread}
            isCurrent={thread.id === currentId}
            isLatestHidden={hiddenIds.has(thread.latestMessage?.id ?? '')}
            now={now}
          />
        </li>
      ))}
      {children}
    </ul>
  )
}
