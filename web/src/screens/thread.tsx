import { useMediaQuery } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCanGoBack, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Acceptance } from '../features/messaging/components/acceptance.tsx'
import { Chat } from '../features/messaging/components/chat.tsx'
import { ChatComposer } from '../features/messaging/components/chat-composer.tsx'
import { ThreadHead } from '../features/messaging/components/thread-head.tsx'
import { threadQuery } from '../features/messaging/messaging.queries.ts'
import { knownThread } from '../features/messaging/thread-cache.ts'
import { threadName } from '../features/messaging/thread-words.ts'
import { isGone } from '../platform/http-errors.ts'
import { paths } from '../platform/paths.ts'
import { useRoom } from '../platform/socket.ts'
import { useChrome } from '../ui/chrome.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { ErrorState, ListSkeleton } from '../ui/states.tsx'
import css from './messages.module.css'

/** One thread. Another thread, or another place in it, begins anew. */
export function ThreadScreen() {
  const { messageThreadId = '' } = useParams({ strict: false })
  const { at = null } = useSearch({ strict: false })
  return <Thread key={`${messageThreadId} ${at}`} id={messageThreadId} sought={at} />
}

function Thread({ id, sought }: { id: string; sought: number | null }) {
  const cache = useQueryClient()
  const chrome = useChrome()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const isWide = useMediaQuery('(min-width: 60em)', false, { getInitialValueInEffect: false })
  const {
    data: thread,
    error,
    refetch,
    isPlaceholderData,
  } = useQuery({
    ...threadQuery(id),
    placeholderData: () => knownThread(cache, id),
  })
  const back = () => (canGoBack ? router.history.back() : router.history.replace(paths.messages))
  const isMissing = isGone(error)
  useRoom('message-threads:join', 'message-threads:leave', thread && !isPlaceholderData ? { messageThreadId: id } : null)
  useEffect(() => {
    if (!isMissing) return
    // Specification, section 8: a thread that is not there leads back.
    if (canGoBack) router.history.back()
    else router.history.replace(paths.messages)
  }, [isMissing, canGoBack, router])

  const mayWrite = thread?.hasAccepted === true && !thread.hasRecipientBlocked
  return (
    <section className={css.chat}>
      <PageTitle>{thread && threadName(thread)}</PageTitle>
      <ThreadHead thread={thread} onBack={isWide ? null : back} onLeft={back} sos={chrome.smallSos} />
      {!thread && !isMissing && (
        <div className={css.state}>{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton />}</div>
      )}
      {thread && (
        <>
          <Chat thread={thread} sought={sought} />
          {mayWrite ? <ChatComposer threadId={id} /> : <Acceptance thread={thread} />}
        </>
      )}
    </section>
  )
}
