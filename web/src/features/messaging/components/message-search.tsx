import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { MESSAGE_SEARCH_MAX } from '@noroshi/contract/limits'
import { useLanguage, useText } from '../../../platform/i18n.ts'
import { paths } from '../../../platform/paths.ts'
import { SEARCH_DEBOUNCE_MS } from '../../../platform/tuning.ts'
import { useNow } from '../../../platform/use-now.ts'
import { LoadMore } from '../../../ui/load-more.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states.tsx'
import { messageSearchQuery } from '../messaging.queries.ts'
import { excerptOf } from '../search-hit.ts'
import { listTime } from '../thread-words.ts'
import css from './thread-list.module.css'

/** Finds messages by their words; one that is picked opens its thread at that place. */
export function MessageSearch({ onSearching }: { onSearching: (isSearching: boolean) => void }) {
  const text = useText()
  const [words, setWords] = useState('')
  const [asked] = useDebouncedValue(words.trim(), SEARCH_DEBOUNCE_MS)
  const type = (next: string) => {
    setWords(next)
    onSearching(next.trim() !== '')
  }
  const isSearching = words.trim() !== ''
  return (
    <>
      <SearchField
        className={css.search}
        label={text('messages.search')}
        clearLabel={text('messages.searchClear')}
        maxLength={MESSAGE_SEARCH_MAX}
        value={words}
        onChange={type}
      />
      {isSearching && <Results asked={asked} isCurrent={asked === words.trim()} />}
    </>
  )
}

function Results({ asked, isCurrent }: { asked: string; isCurrent: boolean }) {
  const text = useText()
  const language = useLanguage()
  const now = useNow()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(messageSearchQuery(asked))
  const found = data?.pages.flatMap(({ items }) => items)
  if (!found || (!isCurrent && found.length === 0)) {
    return error && isCurrent ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('messages.searchFailed')} />
    ) : (
      <ListSkeleton />
    )
  }
  // A page may be empty and not the last: the unit looks into so many texts at a time.
  if (found.length === 0 && !hasNextPage)
    return <EmptyState title={text('messages.searchNone')} note={text('messages.searchNoneTip')} />
  return (
    <div className={css.results}>
      <ul className={css.rows} aria-label={text('messages.search')}>
        {found.map(({ message, threadName }) => {
          const { before, hit, after } = excerptOf(message.text, asked)
          return (
            <li key={message.id}>
              <Link
                to={paths.thread}
                params={{ messageThreadId: message.MessageThreadId }}
                search={{ at: message.seq }}
                className={css.found}
                preload={false}
              >
                <span>
                  <b>{threadName}</b>
                  <time dateTime={message.createdAt}>{listTime(message.createdAt, now, language, text)}</time>
                </span>
                {message.sender.fullName !== threadName && <small>{message.sender.fullName}</small>}
                <span className={css.excerpt}>
                  {before}
                  {hit !== '' && <mark>{hit}</mark>}
                  {after}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
      {hasNextPage && (
        <LoadMore label={text('messages.searchMore')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      )}
    </div>
  )
}
