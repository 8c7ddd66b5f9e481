import { useMemo, useState } from 'react'
import { MESSAGE_SEARCH_MAX } from '@noroshi/contract/limits'
import { useText } from '../../../platform/language/i18n.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Combobox } from '../../../ui/forms/combobox.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { mayWriteTo } from '../may-write.ts'
import { useThreads } from '../messaging.queries.ts'
import { isShownInList, matchesName, threadAvatar, threadName } from '../thread-texts.ts'
import { sortByActivity } from '../thread-views.ts'

/** More rows than people look through. They type a name instead. */
const ROWS_MAX = 30

interface Props {
  /** Default: to go to a chat. */
  title?: string
  /** Only chats to which the user may write. */
  isForWriting?: boolean
  onPick: (threadId: string) => void
  onClose: () => void
}

/** Goes to a chat by its name. It offers those with the newest activity first. */
export function ThreadSwitcher({ title, isForWriting = false, onPick, onClose }: Props) {
  const text = useText()
  const [query, setQuery] = useState('')
  const { threads: personal, ...personalQuery } = useThreads('personal')
  const { threads: groups, ...groupQuery } = useThreads('group')
  const all = useMemo(
    () => sortByActivity([...(personal ?? []), ...(groups ?? [])]).filter((thread) => isShownInList(thread, false, false)),
    [personal, groups],
  )
  const isKnown = personal !== undefined && groups !== undefined
  const failed = isKnown ? undefined : [personalQuery, groupQuery].find(({ error }) => error)
  const shown = all
    .filter((thread) => !isForWriting || mayWriteTo(thread))
    .filter((thread) => query.trim() === '' || matchesName(thread, query))
    .slice(0, ROWS_MAX)
  return (
    <Dialog isOpen onClose={onClose} title={title ?? text('shortcuts.switchChat')}>
      <Combobox
        label={text('shortcuts.chatName')}
        listLabel={text('messages.foundChats')}
        maxLength={MESSAGE_SEARCH_MAX}
        query={query}
        onQuery={setQuery}
        picksFirst
        options={shown.map((thread) => ({
          id: thread.id,
          content: (
            <>
              <Avatar person={threadAvatar(thread)} size={44} />
              <span className="one-line" translate="no">
                {threadName(thread)}
              </span>
            </>
          ),
        }))}
        onPick={(index) => {
          const thread = shown[index]
          if (thread) onPick(thread.id)
        }}
        state={
          <>
            {failed?.error && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
            {!isKnown && !failed && <ListSkeleton />}
            {isKnown && shown.length === 0 && <output>{text('shortcuts.noChat')}</output>}
          </>
        }
      />
    </Dialog>
  )
}
