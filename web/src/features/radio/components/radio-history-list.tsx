import { Button } from '@mantine/core'
import { Fragment, useEffect, useMemo, useState } from 'react'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { useNow } from '../../../platform/use-now.ts'
import { chatLines } from '../../../shared/chat/chat-lines.ts'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { useRadioHistory } from '../radio.queries.ts'
import { useMarkPlayed } from '../radio.changes.ts'
import { useRadio } from '../radio-context.ts'
import type { TransmissionLine, TransmissionTools } from '../transmission-tools.ts'
import css from './radio-log.module.css'
import { RadioMessage } from './radio-message.tsx'

/** All radio messages of a thread by day, the newest first. */
export function RadioHistoryList({ tools: Tools }: { tools: TransmissionTools }) {
  const text = useText()
  const { thread } = useRadio()
  const [list, setList] = useState<HTMLElement | null>(null)
  const { messages, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useRadioHistory(thread.id)
  const { mutate: markPlayed } = useMarkPlayed(thread.id)
  const lastSeq = messages?.[0]?.seq
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
  if (messages.length === 0) return <EmptyState title={text('radio.historyEmpty')} />
  return (
    <>
      <div className={css.around} data-chat>
        <Tools messages={messages} stream={list}>
          {(lines) => (
            // Focusable, so that the arrow keys move to the lines.
            <div ref={setList} tabIndex={0} data-space-talks role="group" aria-label={text('radio.messages')}>
              <Days lines={lines} />
            </div>
          )}
        </Tools>
      </div>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text('radio.older')}
        </Button>
      )}
    </>
  )
}

function Days({ lines }: { lines: readonly TransmissionLine[] }) {
  const text = useText()
  const language = useLanguage()
  const now = useNow()
  const { myId } = useRadio()
  const days = useMemo(() => {
    const labels = { today: text('chrome.today'), yesterday: text('chrome.yesterday') }
    const messages = lines.map(({ message }) => message)
    return chatLines(messages, now, language, labels).map(({ day }) => day)
  }, [lines, now, language, text])
  return (
    <ol className={css.rows}>
      {lines.map((line, index) => (
        <Fragment key={line.message.id}>
          {days[index] && (
            <li>
              <h2 className={css.day}>{days[index]}</h2>
            </li>
          )}
          <RadioMessage {...line} myId={myId} />
        </Fragment>
      ))}
    </ol>
  )
}
