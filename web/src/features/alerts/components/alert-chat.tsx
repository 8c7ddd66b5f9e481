import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useLanguage, useText } from '../../../platform/i18n.ts'
import { clockTime } from '../../../platform/time.ts'
import { ChatBubble, ChatDay } from '../../../ui/chat-bubble.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states.tsx'
import { alertMessagesQuery } from '../alerts.queries.ts'
import { chatLines } from '../../../ui/chat-lines.ts'
import { usePendingMessages, useSendMessage } from '../pending-messages.ts'
import { useReader } from '../../../platform/reader.ts'
import { markShown } from '../thread-marks.ts'
import { useNow } from '../../../platform/use-now.ts'
import { useStickToEnd } from '../use-stick-to-end.ts'
import css from './alert-chat.module.css'

interface Props {
  alertId: string
  /** What scrolls: the whole page of the alert. */
  scroller: RefObject<HTMLElement | null>
}

/** What those whom the alert reached say to each other. */
export function AlertChat({ alertId, scroller }: Props) {
  const text = useText()
  const language = useLanguage()
  const reader = useReader()
  const now = useNow()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(alertMessagesQuery(alertId))
  const { again } = useSendMessage(alertId)

  const messages = useMemo(() => data?.pages.toReversed().flatMap(({ items }) => items) ?? [], [data])
  const known = new Set(messages.map(({ clientId }) => clientId))
  const pending = usePendingMessages(alertId).filter(({ clientId }) => !known.has(clientId))
  const lines = chatLines(messages, now, language, { today: text('chrome.today'), yesterday: text('chrome.yesterday') })
  const last = messages.at(-1)
  const isMine = pending.length > 0 || (reader !== null && last?.SenderId === reader.id)
  useEffect(() => {
    if (last) markShown(last.MessageThreadId, last.seq)
  }, [last])
  const { hasNews, toEnd } = useStickToEnd(scroller, {
    isLoaded: data !== undefined,
    lastId: pending.at(-1)?.clientId ?? last?.id,
    isMine,
  })

  const log = useRef<HTMLDivElement>(null)
  const readNews = () => {
    log.current?.focus({ preventScroll: true }) // from the key, which is gone then
    toEnd()
  }

  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('alerts.chat.failed')} />
    ) : (
      <ListSkeleton rows={2} />
    )
  }
  return (
    <>
      <section className={css.chat} aria-labelledby="chat-title">
        <h2 id="chat-title">{text('alerts.chat')}</h2>
        {hasNextPage && (
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {text('alerts.chat.earlier')}
          </Button>
        )}
        {messages.length === 0 && pending.length === 0 && <p className={css.empty}>{text('alerts.chat.empty')}</p>}
        <div ref={log} role="log" tabIndex={-1} aria-live="polite" aria-labelledby="chat-title">
          {lines.map(({ message, day, isFirst, isLast }) => {
            const isOwn = reader !== null && message.SenderId === reader.id
            return (
              <div key={message.id}>
                {day && <ChatDay>{day}</ChatDay>}
                <ChatBubble
                  from={isOwn ? null : message.sender}
                  isFirst={isFirst}
                  isLast={isLast}
                  time={clockTime(message.createdAt)}
                  at={message.createdAt}
                  receipt={isOwn ? { state: 'sent', label: text('alerts.chat.sent') } : undefined}
                >
                  {message.text}
                </ChatBubble>
              </div>
            )
          })}
          {pending.map((message) => (
            <ChatBubble
              key={message.clientId}
              from={null}
              isFirst
              isLast
              time={clockTime(message.at)}
              at={message.at}
              receipt={{ state: 'sending', label: text('alerts.chat.sending') }}
              failure={
                message.isFailed
                  ? {
                      label: text('alerts.chat.notSent'),
                      retryLabel: text('alerts.chat.tryAgain'),
                      onRetry: () => again(message),
                    }
                  : undefined
              }
            >
              {message.text}
            </ChatBubble>
          ))}
        </div>
      </section>
      {/* Beside the talk, not in it: it stays in view also for who has not come to the talk yet. */}
      {hasNews && (
        <button type="button" className={css.news} onClick={readNews}>
          {text('alerts.chat.newBelow')}
        </button>
      )}
    </>
  )
}
