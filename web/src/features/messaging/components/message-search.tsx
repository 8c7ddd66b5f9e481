import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { MESSAGE_SEARCH_MAX } from '@noroshi/contract/limits'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { SEARCH_DEBOUNCE_MS } from '../../../platform/tuning.ts'
import { useNow } from '../../../platform/use-now.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { useEscape } from '../../../ui/layout/use-escape.ts'
import { LoadMore } from '../../../ui/layout/load-more.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { messageSearchQuery } from '../find/find.queries.ts'
import { useThreads } from '../messaging.queries.ts'
import { markHits } from '../search-hit.ts'
import { sortByActivity } from '../thread-views.ts'
import { matchesName, isShownInList, threadAvatar, threadName } from '../thread-texts.ts'
import { FoundMessage, Highlighted } from './found-message.tsx'
import css from './thread-list.module.css'

/** Finds chats by name and messages by text. A found message opens its thread at its position. */
export function MessageSearch({ onSearching }: { onSearching: (isSearching: boolean) => void }) {
  const text = useText()
  const [typed, setTyped] = useState('')
  const query = typed.trim()
  const [debouncedQuery] = useDebouncedValue(query, SEARCH_DEBOUNCE_MS)
  const type = (next: string) => {
    setTyped(next)
    onSearching(next.trim() !== '')
  }
  useEscape('search', typed !== '', () => type(''))
  return (
    <>
      <SearchField
        className={css.search}
        label={text('messages.search')}
        clearLabel={text('messages.searchClear')}
        maxLength={MESSAGE_SEARCH_MAX}
        value={typed}
        onChange={type}
      />
      {query !== '' && <Results query={query} debouncedQuery={debouncedQuery} />}
    </>
  )
}

/** Results: chats from the cache at once, messages from the server for the debounced text. */
function Results({ query, debouncedQuery }: { query: string; debouncedQuery: string }) {
  const { threads: personal, ...personalQuery } = useThreads('personal')
  const { threads: groups, ...groupQuery } = useThreads('group')
  const chats = sortByActivity([...(personal ?? []), ...(groups ?? [])]).filter(
    (thread) => isShownInList(thread, false, false) && matchesName(thread, query),
  )
  const areKnown = personal !== undefined && groups !== undefined
  const failed = areKnown ? undefined : [personalQuery, groupQuery].find(({ error }) => error)
  return (
    <div className={css.results}>
      {failed?.error && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      {chats.length > 0 && <Chats chats={chats} query={query} />}
      <Messages
        debouncedQuery={debouncedQuery}
        isCurrent={debouncedQuery === query}
        hasChats={areKnown ? chats.length > 0 : undefined}
      />
    </div>
  )
}

function Chats({ chats, query }: { chats: readonly MessageThread[]; query: string }) {
  const text = useText()
  return (
    <section>
      <h2 className={css.foundTitle}>{text('messages.foundChats')}</h2>
      <ul className={css.rows} aria-label={text('messages.foundChats')}>
        {chats.map((thread) => (
          <li key={thread.id}>
            <Link
              to={paths.thread}
              params={{ messageThreadId: thread.id }}
              className={css.foundChat}
              data-group={thread.isGroup || undefined}
              preload={false}
            >
              <Avatar person={threadAvatar(thread)} size={44} />
              <b className="one-line" translate="no">
                <Highlighted parts={markHits(threadName(thread), query)} />
              </b>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface MessagesProps {
  debouncedQuery: string
  /** Whether the results belong to the current text of the field. */
  isCurrent: boolean
  /** Whether a chat was found; undefined while the chats are unknown. */
  hasChats: boolean | undefined
}

function Messages({ debouncedQuery, isCurrent, hasChats }: MessagesProps) {
  const text = useText()
  const now = useNow()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    messageSearchQuery(debouncedQuery),
  )
  const found = data?.pages.flatMap(({ items }) => items)
  if (!found || (!isCurrent && found.length === 0)) {
    return error && isCurrent ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('messages.searchFailed')} />
    ) : (
      <ListSkeleton />
    )
  }
  // An empty page is not always the last: the server examines a limited number of messages for each page.
  if (found.length === 0 && !hasNextPage) {
    if (hasChats === undefined) return <ListSkeleton />
    return hasChats ? null : <EmptyState title={text('messages.searchNone')} note={text('messages.searchNoneTip')} />
  }
  return (
    <section>
      <h2 className={css.foundTitle}>{text('messages.foundMessages')}</h2>
      <ul className={css.rows} aria-label={text('messages.foundMessages')}>
        {found.map(({ message, threadName: name }) => (
          <li key={message.id}>
            <FoundMessage message={message} threadName={name} query={debouncedQuery} now={now} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <LoadMore label={text('messages.searchMore')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      )}
    </section>
  )
}
