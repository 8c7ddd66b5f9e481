import { IconArrowDown } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { useLanguage, useText } from '../../../platform/i18n.ts'
import { useReader } from '../../../platform/reader.ts'
import { useNow } from '../../../platform/use-now.ts'
import { chatLines } from '../../../ui/chat-lines.ts'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states.tsx'
import type { ChatWindow } from '../chat-window.ts'
import { chatQuery, loadNewer, loadOlder, openNewest } from '../messaging.queries.ts'
import { usePending } from '../pending.ts'
import { useChatScroll } from '../use-chat-scroll.ts'
import { type Opening, useOpening } from '../use-opening.ts'
import { useSeen } from '../use-seen.ts'
import { useTyping } from '../use-typing.ts'
import css from './chat.module.css'
import { ChatLine, type SentLine, type UnsentLine } from './chat-line.tsx'
import { SpokenNews } from './spoken-news.tsx'
import { Typing } from './typing.tsx'

interface Props {
  thread: MessageThread
  /** The place of a message that a search led to. */
  sought: number | null
}

/** What was said in a thread; opens at its end, at what is unread, or at what was sought. */
export function Chat({ thread, sought }: Props) {
  const opening = useOpening(thread, sought)
  const { data, error, refetch } = useQuery({ ...chatQuery(thread.id), enabled: opening.isReady })
  const text = useText()
  useSeen(thread, data !== undefined)
  if (!data || !opening.isReady) {
    return (
      <div className={css.stream}>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} title={text('messages.chatFailed')} />
        ) : (
          <ListSkeleton />
        )}
      </div>
    )
  }
  return <Stream thread={thread} opening={opening} />
}

const nothing: ChatWindow = { items: [], hasOlder: false, hasNewer: false }

/** One request at a time for what lies above, and one for what lies below. */
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
      // Scrolling on, or its key, asks again.
      await new Promise((resolve) => setTimeout(resolve, 1000))
    } finally {
      running.current = false
      setLoading(false)
    }
  }, [load])
  return { isLoading, run: useCallback(() => void run(), [run]) }
}

const keyOf = (line: SentLine | UnsentLine) =>
  'unsent' in line ? line.unsent.clientId : (line.message.clientId ?? line.message.id)

function Stream({ thread, opening }: { thread: MessageThread; opening: Opening }) {
  const text = useText()
  const language = useLanguage()
  const now = useNow()
  const cache = useQueryClient()
  const reader = useReader()
  const { id, watermarks } = thread
  const { data = nothing } = useQuery(chatQuery(id))
  // A page of lines is made while one scrolls on; what is sent and what was sent change together.
  const { items, hasOlder, hasNewer } = useDeferredValue(data)
  const unsent = useDeferredValue(usePending(id))

  const known = useMemo(() => new Set(items.map(({ clientId }) => clientId)), [items])
  const pending = unsent.filter(({ clientId }) => !known.has(clientId))
  const typing = useTyping(id)
  const lines = useMemo(
    () => chatLines(items, now, language, { today: text('chrome.today'), yesterday: text('chrome.yesterday') }),
    [items, now, language, text],
  )
  const firstNew =
    opening.unreadAfter === null
      ? undefined
      : items.find(({ seq, SenderId }) => seq > (opening.unreadAfter ?? 0) && SenderId !== reader?.id)
  // One list, so that a line stays where it is when it has been sent.
  const shown: (SentLine | UnsentLine)[] = [
    ...lines.map((line) => ({
      ...line,
      isMine: line.message.SenderId === reader?.id,
      isFirstNew: line.message === firstNew,
      isSought: line.message.seq === opening.sought,
      watermarks,
    })),
    ...(hasNewer ? [] : pending.map((message, index) => ({ unsent: message, isLast: index === pending.length - 1 }))),
  ]
  const last = items.at(-1)
  const older = useOnce(useCallback(() => loadOlder(cache, id), [cache, id]))
  const newer = useOnce(useCallback(() => loadNewer(cache, id), [cache, id]))
  const { isAway, hasNews, attach, note, toEnd, takeFocus } = useChatScroll({
    hasOlder,
    hasNewer,
    lastId: pending.at(-1)?.clientId ?? last?.clientId ?? last?.id,
    isLastMine: pending.length > 0 || last?.SenderId === reader?.id,
    startSeq: opening.sought ?? firstNew?.seq ?? null,
    onOlder: older.run,
    onNewer: newer.run,
  })
  const toNewest = async () => {
    takeFocus()
    if (hasNewer) await openNewest(cache, id).catch(() => undefined) // what is held stays
    toEnd()
  }
  const isEmpty = items.length === 0 && pending.length === 0
  return (
    <div className={css.around}>
      {/* The keyboard scrolls it too. */}
      <div className={css.stream} ref={attach} onScroll={note} tabIndex={0} role="group" aria-label={text('messages.chat')}>
        <div className={css.content}>
          <h2 className="visually-hidden">{text('messages.chat')}</h2>
          {hasOlder && (
            <button type="button" className={css.more} disabled={older.isLoading} onClick={older.run}>
              {text(older.isLoading ? 'chrome.loading' : 'messages.older')}
            </button>
          )}
          {isEmpty && <EmptyState title={text('messages.begin')} />}
          <div role="log" aria-live="off" aria-label={text('messages.chat')}>
            {shown.map((line) => (
              <ChatLine key={keyOf(line)} {...line} />
            ))}
          </div>
          <SpokenNews threadId={id} />
          {hasNewer && (
            <button type="button" className={css.more} disabled={newer.isLoading} onClick={newer.run}>
              {text(newer.isLoading ? 'chrome.loading' : 'messages.newer')}
            </button>
          )}
          <Typing people={typing} />
        </div>
      </div>
      {(hasNews || isAway) && (
        <button
          type="button"
          className={css.pill}
          data-news={hasNews || undefined}
          aria-label={text(hasNews ? 'messages.newBelow' : 'messages.toNewest')}
          onClick={() => void toNewest()}
        >
          <IconArrowDown size={20} stroke={2} aria-hidden="true" />
          {hasNews && text('messages.newBelow')}
        </button>
      )}
    </div>
  )
}
