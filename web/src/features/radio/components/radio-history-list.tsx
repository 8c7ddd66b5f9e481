import { Button } from '@mantine/core'
import { Fragment, useEffect, useMemo } from 'react'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { useNow } from '../../../platform/use-now.ts'
import { chatLines } from '../../../shared/chat/chat-lines.ts'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { useRadioHistory } from '../radio.queries.ts'
import { useMarkPlayed } from '../radio.changes.ts'
import { useRadio } from '../radio-context.ts'
import css from './radio-log.module.css'
import { RadioMessage } from './radio-message.tsx'

/** All radio messages of a thread by day, the newest first. */
export function RadioHistoryList() {
  const text = useText()
  const language = useLanguage()
  const now = useNow()
  const { thread, myId } = useRadio()
  const { messages, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useRadioHistory(thread.id)
  const lines = useMemo(() => {
    const days = { today: text('chrome.today'), yesterday: text('chrome.yesterday') }
    return chatLines(messages ?? [], now, language, days)
  }, [messages, now, language, text])
  const { mutate: markPlayed } = useMarkPlayed(thread.id)
  const lastSeq = lines[0]?.message.seq
  useEffect(() => {
    if (lastSeq !== undefined) markPlayed(lastSeq)
  }, [lastSeq, markPlayed])
  if (!messages) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('radio.historyFailed')} />
    ) : (
      <ListSkeleton />
    )
  }
  if (lines.length === 0) return <EmptyState title={text('radio.historyEmpty')} />
  return (
    <>
      <ol className={css.rows}>
        {lines.map(({ message, day }) => (
          <Fragment key={message.id}>
            {day !== null && (
              <li>
                <h2 className={css.day}>{day}</h2>
              </li>
            )}
            <RadioMessage message={message} myId={myId} />
          </Fragment>
        ))}
      </ol>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text('radio.older')}
        </Button>
      )}
    </>
  )
}
