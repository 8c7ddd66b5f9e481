import { useEffect, useRef, useState } from 'react'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { RadioFloor } from '@noroshi/contract/radio/radio.http'
import { useText } from '../../../platform/language/i18n.ts'
import { useEvent } from '../../../platform/connection/live.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { useRadio } from '../radio-context.ts'
import { transcriptOf } from '../radio-texts.ts'
import type { TransmissionLine, TransmissionTools } from '../transmission-tools.ts'
import css from './radio-log.module.css'
import { LiveRow, RadioMessage } from './radio-message.tsx'

/** Pixels from the end within which the list follows new messages (specification, section 9). */
const FOLLOW_PX = 100

interface Props {
  messages: readonly Message[]
  floor: RadioFloor | null
  tools: TransmissionTools
}

/** The messages of the running radio chat, and what is said now. */
export function RadioLog({ messages, floor, tools: Tools }: Props) {
  const text = useText()
  const [pane, setPane] = useState<HTMLElement | null>(null)
  const isAtEnd = useRef(true)
  const follow = () => {
    if (isAtEnd.current) pane?.scrollTo(0, pane.scrollHeight)
  }
  return (
    <div className={css.around} data-chat>
      <Tools messages={messages} stream={pane}>
        {(lines) => (
          // Focusable, so that the keyboard scrolls it.
          <div
            className={css.log}
            ref={setPane}
            tabIndex={0}
            data-space-talks
            role="group"
            aria-label={text('radio.messages')}
            onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
              isAtEnd.current = scrollHeight - scrollTop - clientHeight <= FOLLOW_PX
            }}
          >
            <Rows lines={lines} floor={floor} onRendered={follow} />
            <Announcements lines={lines} />
          </div>
        )}
      </Tools>
    </div>
  )
}

interface RowsProps {
  lines: readonly TransmissionLine[]
  floor: RadioFloor | null
  onRendered: () => void
}

function Rows({ lines, floor, onRendered }: RowsProps) {
  const text = useText()
  const { view, myId } = useRadio()
  // The text of a posted recording has the id of its message.
  const draft = view.draft?.userId === floor?.speakerId ? (view.draft?.text ?? '') : ''
  useEffect(onRendered)
  return (
    <div className={css.end}>
      {lines.length === 0 && !floor?.speaker && <p className={css.empty}>{text('radio.noMessages')}</p>}
      <ol className={css.rows}>
        {lines.map((line) => (
          <RadioMessage key={line.message.id} {...line} myId={myId} />
        ))}
        {floor?.speaker && <LiveRow speaker={floor.speaker} isMine={floor.speakerId === myId} draft={draft} />}
      </ol>
    </div>
  )
}

/**
 * Announces new messages of others to screen readers. Loaded messages are not announced. What was announced is not kept longer than
 * its message is shown.
 */
function Announcements({ lines }: { lines: readonly TransmissionLine[] }) {
  const text = useText()
  const { thread, myId } = useRadio()
  const [news, setNews] = useState<{ readonly id: string; readonly said: string } | null>(null)
  useEvent('messages:new_message', (message) => {
    const { MessageThreadId, messageType, SenderId, sender, id } = message
    if (MessageThreadId !== thread.id || messageType !== 'asrChat' || SenderId === myId) return
    setNews({ id, said: text('radio.said', { name: nameOf(sender), text: transcriptOf(message, text) }) })
  })
  const isGone = lines.some(({ message, note }) => message.id === news?.id && note !== null)
  return (
    <div className="visually-hidden" aria-live="polite">
      {news && !isGone && <p key={news.id}>{news.said}</p>}
    </div>
  )
}
