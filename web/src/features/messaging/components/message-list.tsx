import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { Watermarks } from '@noroshi/contract/messaging/messaging.http'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { useNow } from '../../../platform/use-now.ts'
import { chatLines } from '../../../shared/chat/chat-lines.ts'
import { MoreNotPrinted } from '../../../ui/layout/more-not-printed.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { type ChatEvent, eventsAmong } from '../chat-events.ts'
import type { ChatRef } from '../chat-ref.ts'
import type { ChatWindow } from '../chat-window.ts'
import { MessageTools } from '../changes/message-tools.tsx'
import { useReadHiddenMessages } from '../changes/hidden-messages.ts'
import { PinnedBar } from '../changes/pinned-bar.tsx'
import { useChangedMessages, useForwardsTo } from '../changes/unsent-changes.ts'
import { loadAround, loadNewer, loadNewest, loadOlder, useChat } from '../chat.queries.ts'
import { ThreadFind } from '../find/thread-find.tsx'
import { usePending } from '../pending.ts'
import { useChatScroll } from '../use-chat-scroll.ts'
import type { Opening } from '../use-opening.ts'
import { useHiddenLines } from '../use-hidden-lines.ts'
import { useSeen } from '../use-seen.ts'
import { useTyping } from '../use-typing.ts'
import css from './chat.module.css'
import { ChatEvents } from './chat-event-lines.tsx'
import { ChatLine, type SentLine, type UnsentLine } from './chat-line.tsx'
import { ChatPictures } from './chat-pictures.tsx'
import { LiveAnnouncements } from './live-announcements.tsx'
import { NewestButton } from './newest-button.tsx'
import { Typing } from './typing.tsx'

/** The messages are loading, or did not load. */
export const ChatState = ({ error, onRetry }: { error: Error | null; onRetry: () => void }) => {
  const text = useText()
  return error ? <ErrorState error={error} onRetry={onRetry} title={text('messages.chatFailed')} /> : <ListSkeleton />
}

const NO_WATERMARKS: Watermarks = { deliveredSeq: 0, seenSeq: 0 }
const NO_EVENTS: readonly ChatEvent[] = []
const AT_END = { unreadAfter: null, targetSeq: null }
const emptyWindow: ChatWindow = { items: [], hasOlder: false, hasNewer: false }

/** Runs `load`, but never twice at the same time. */
function useOnce(load: () => Promise<void>) {
  const [isLoading, setLoading] = useState(false)
  const running = useRef(false)
  const run = useCallback(async () => {
    if (running.current) return
    running.current = true
    setLoading(true)
    try {
      await load()
    } catch {
      // Further scrolling or the button retries.
      await new Promise((resolve) => setTimeout(resolve, 1000))
    } finally {
      running.current = false
      setLoading(false)
    }
  }, [load])
  return { isLoading, run: useCallback(() => void run(), [run]) }
}

const keyOf = (line: SentLine | UnsentLine) => ('unsent' in line ? line.unsent.id : (line.message.clientId ?? line.message.id))

interface Props {
  chat: ChatRef
  /** The thread whose messages are marked as seen; undefined for the chat of an alert. */
  thread?: MessageThread
  /** Watermarks of all members. The thread of an alert has none. */
  watermarks?: Watermarks
  opening?: Pick<Opening, 'unreadAfter' | 'targetSeq'>
  /** The events of the chat that are no messages, such as missed calls. */
  events?: readonly ChatEvent[]
  /** Content above the messages that scrolls with them, and the heading below it. The chat then opens at the top. */
  lead?: { readonly content: ReactNode; readonly title: string }
}

/** The scrolling list of messages, with those that the server has not acknowledged. */
export function MessageList({ chat, thread, watermarks = NO_WATERMARKS, opening = AT_END, events = NO_EVENTS, lead }: Props) {
  const text = useText()
  const language = useLanguage()
  const now = useNow()
  const cache = useQueryClient()
  const viewer = useCurrentUser()
  const id = chat.threadId
  const hasLead = lead !== undefined
  const [soughtSeq, setSoughtSeq] = useState<number | null>(null)
  const { chat: current, error, refetch } = useChat(id, chat.alertId)
  // Deferred, so that scrolling stays smooth while a page renders. Both are deferred together: a sent message moves
  // between them.
  const loaded = useDeferredValue(current)
  const { items: known, hasOlder, hasNewer } = loaded ?? emptyWindow
  const items = useChangedMessages(id, known)
  const hiddenIds = useReadHiddenMessages()
  const unsent = useDeferredValue(usePending(id))
  const forwards = useDeferredValue(useForwardsTo(id))

  const sentIds = useMemo(() => new Set(items.map(({ clientId }) => clientId)), [items])
  const pending = [...unsent, ...forwards].filter((message) => !sentIds.has(message.id)).toSorted((a, b) => a.seq - b.seq)
  const typing = useTyping(id)
  const lines = useMemo(
    () => chatLines(items, now, language, { today: text('chrome.today'), yesterday: text('chrome.yesterday') }),
    [items, now, language, text],
  )
  const { unreadAfter } = opening
  // In a window that begins later, another message would have the mark.
  const hasFirstNew = unreadAfter !== null && (!hasOlder || (items[0]?.seq ?? 0) <= unreadAfter + 1)
  const firstNew = hasFirstNew ? items.find(({ seq, SenderId }) => seq > unreadAfter && SenderId !== viewer?.id) : undefined
  const startSeq = opening.targetSeq ?? firstNew?.seq ?? null
  const hidden = useHiddenLines(items, startSeq, hasLead)
  const among = useMemo(
    () =>
      eventsAmong(
        events,
        items.map(({ createdAt }) => createdAt),
        { hasOlder, hasNewer },
      ),
    [events, items, hasOlder, hasNewer],
  )
  // One list, so that the element of a line stays when it has been sent.
  const shown: (SentLine | UnsentLine)[] = [
    ...lines.slice(hidden).map((line, index) => ({
      ...line,
      events: among.before[hidden + index] ?? NO_EVENTS,
      next: line.isLast ? undefined : lines[hidden + index + 1]?.message,
      isMine: line.message.SenderId === viewer?.id,
      viewerId: viewer?.id ?? null,
      isFirstNew: line.message === firstNew,
      isHidden: hiddenIds.has(line.message.id),
      isTarget: line.message.seq === (soughtSeq ?? opening.targetSeq),
      watermarks,
    })),
    ...(hasNewer ? [] : pending.map((message, index) => ({ unsent: message, isLast: index === pending.length - 1 }))),
  ]
  const last = items.at(-1)
  const isGroup = chat.alertId === null && last?.isGroupMessage === true
  const newestPending = pending.at(-1)
  const shownPending = hasNewer ? undefined : newestPending
  const older = useOnce(useCallback(() => loadOlder(cache, chat), [cache, chat]))
  const newer = useOnce(useCallback(() => loadNewer(cache, chat), [cache, chat]))
  const { isAway, hasNews, attach, onScroll, scrollToEnd, seekEnd, openAt, takeFocus } = useChatScroll({
    isLoaded: loaded !== undefined,
    hasLead,
    hasOlder: hasOlder && hidden === 0,
    hasNewer,
    lastId: shownPending?.id ?? last?.clientId ?? last?.id,
    pendingId: newestPending?.id,
    isLastMine: shownPending !== undefined || last?.SenderId === viewer?.id,
    startSeq,
    onOlder: older.run,
    onNewer: newer.run,
  })
  const [stream, setStream] = useState<HTMLElement | null>(null)
  const { unseenCount, hasSkipped, markAll } = useSeen(thread, stream, hasNewer)
  const toNewest = () => {
    takeFocus()
    // After a failure the loaded messages stay.
    if (hasNewer) loadNewest(cache, chat).then(seekEnd, scrollToEnd)
    else scrollToEnd()
    return markAll()
  }
  const attachStream = useCallback(
    (element: HTMLElement | null) => {
      setStream(element)
      return attach(element)
    },
    [attach],
  )
  const openMessage = useCallback(
    (seq: number) => {
      setSoughtSeq(seq)
      if (!openAt(seq)) loadAround(cache, chat, seq).catch(() => undefined) // the loaded messages stay
    },
    [openAt, cache, chat],
  )
  const title = lead?.title ?? text('messages.chat')
  const isEmpty = loaded !== undefined && items.length === 0 && pending.length === 0 && among.after.length === 0
  return (
    <>
      {chat.alertId === null && viewer !== null && <PinnedBar threadId={id} onOpen={openMessage} />}
      <div className={css.around} data-chat>
        <MessageTools threadId={id} isGroup={isGroup} messages={items} stream={stream} onOpenMessage={openMessage}>
          {thread && <ThreadFind threadId={id} />}
          {/* Focusable, so that the keyboard scrolls it. */}
          <div className={css.stream} ref={attachStream} onScroll={onScroll} tabIndex={0} role="group" aria-label={title}>
            <div className={css.content} data-with-lead={hasLead || undefined}>
              {lead && <div data-lead>{lead.content}</div>}
              <h2 className={lead ? css.title : 'visually-hidden'}>{title}</h2>
              {!loaded && <ChatState error={error} onRetry={() => void refetch()} />}
              {hasOlder && hidden === 0 && (
                <>
                  <button type="button" className={css.more} disabled={older.isLoading} onClick={older.run}>
                    {text(older.isLoading ? 'chrome.loading' : 'messages.older')}
                  </button>
                  <MoreNotPrinted />
                </>
              )}
              {isEmpty && <EmptyState title={text('messages.begin')} />}
              <div role="log" aria-live="off" aria-label={title}>
                <ChatPictures messages={items}>
                  {shown.map((line) => (
                    <ChatLine key={keyOf(line)} {...line} />
                  ))}
                </ChatPictures>
                <ChatEvents events={among.after} />
              </div>
              <LiveAnnouncements threadId={id} />
              {hasNewer && (
                <>
                  <button type="button" className={css.more} disabled={newer.isLoading} onClick={newer.run}>
                    {text(newer.isLoading ? 'chrome.loading' : 'messages.newer')}
                  </button>
                  <MoreNotPrinted />
                </>
              )}
              <Typing people={typing} />
            </div>
          </div>
        </MessageTools>
        <NewestButton isShown={hasNews || isAway || hasSkipped} hasNews={hasNews} unseenCount={unseenCount} onPress={toNewest} />
      </div>
    </>
  )
}
