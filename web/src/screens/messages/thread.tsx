import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import { useCanGoBack, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { RunningCallNotice } from '../../features/calls/components/running-call-notice.tsx'
import { Acceptance } from '../../features/messaging/components/acceptance.tsx'
import { Chat } from '../../features/messaging/components/chat.tsx'
import { ChatComposer } from '../../features/messaging/components/chat-composer.tsx'
import { LeftGroup } from '../../features/messaging/groups/left-group.tsx'
import { ThreadHead } from '../../features/messaging/components/thread-head.tsx'
import { MayWrite, mayWriteTo } from '../../features/messaging/may-write.ts'
import { leaveGroupKey } from '../../features/messaging/messaging.changes.ts'
import { useShownThread } from '../../features/messaging/messaging.queries.ts'
import { removeThreadQueries } from '../../features/messaging/receive.ts'
import { threadName } from '../../features/messaging/thread-texts.ts'
import { useOpenedMark } from '../../features/messaging/use-opened-mark.ts'
import { RadioButton } from '../../features/radio/components/radio-button.tsx'
import { isGone } from '../../platform/connection/http-errors.ts'
import { useLanguage } from '../../platform/language/i18n.ts'
import { alertHref, paths } from '../../platform/paths/paths.ts'
import { useRoom } from '../../platform/connection/socket.ts'
import { useChrome } from '../../ui/theme/chrome.ts'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { ErrorState, ListSkeleton } from '../../ui/states/states.tsx'
import { useEscape } from '../../ui/layout/use-escape.ts'
import { useWide } from '../../ui/layout/use-wide.ts'
import css from './messages.module.css'
import { ThreadCallButton } from './thread-call-button.tsx'
import { useCallEvents } from '../use-call-events.ts'

/** One thread. Another thread, or another message in it, mounts the chat again. */
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
  const isWide = useWide()
  useLanguage() // rerenders the names in the title and on the call button
  const { thread, error, refetch, isConfirmed } = useShownThread(id)
  const back = () => (canGoBack ? router.history.back() : router.history.replace(paths.messages))
  useEscape('thread', true, isWide ? () => void router.navigate({ to: paths.messages }) : back)
  const isMissing = isGone(error)
  const isLeft = isMissing && thread?.isGroup === true
  const isLeaving = useIsMutating({ mutationKey: leaveGroupKey(id) }) > 0
  useRoom('message-threads:join', 'message-threads:leave', thread && isConfirmed ? { messageThreadId: id } : null)
  useEffect(() => {
    if (isLeft) removeThreadQueries(cache, id)
    if (!isMissing || isLeft) return
    // A thread that does not exist leads back (specification, section 8). A group that was open shows a notice instead
    // (decisions/0176).
    if (canGoBack) router.history.back()
    else router.history.replace(paths.messages)
  }, [isMissing, isLeft, canGoBack, router, cache, id])

  const alert = thread?.alert
  // The radio channel of an alert has no chat of its own.
  useEffect(() => {
    if (alert) router.history.replace(alertHref(alert.id, alert.messageThreadId))
  }, [alert, router])

  const mayWrite = thread !== undefined && !alert && mayWriteTo(thread)
  return (
    <section className={css.chat}>
      <PageTitle>{thread && threadName(thread)}</PageTitle>
      <ThreadHead
        thread={thread}
        isLeft={isLeft && !isLeaving}
        onBack={isWide ? null : back}
        onAway={back}
        actions={
          thread &&
          mayWrite && (
            <>
              <RadioButton threadId={thread.id} />
              <ThreadCallButton thread={thread} />
            </>
          )
        }
        sos={chrome.smallSos}
      />
      {!isWide && chrome.microphone}
      {!thread && !isMissing && (
        <div className={css.state}>{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton />}</div>
      )}
      {thread && isLeft && !isLeaving && (
        <div className={css.state}>
          <LeftGroup thread={thread} onBack={() => void router.navigate({ to: paths.messages })} />
        </div>
      )}
      {thread?.isGroup && !isLeft && <RunningCallNotice threadId={thread.id} />}
      {thread && !isLeft && (
        <MayWrite value={mayWrite}>
          <ThreadChat thread={thread} sought={sought} />
          {mayWrite ? <ChatComposer chat={{ threadId: id, alertId: null }} /> : <Acceptance thread={thread} />}
        </MayWrite>
      )}
    </section>
  )
}

/** The messages of a thread, with the calls that the user missed. */
function ThreadChat({ thread, sought }: { thread: MessageThread; sought: number | null }) {
  const events = useCallEvents(thread)
  useOpenedMark(thread)
  return <Chat thread={thread} targetSeq={sought} events={events} />
}
