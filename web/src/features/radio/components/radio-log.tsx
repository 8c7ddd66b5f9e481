import { useEffect, useRef, useState } from 'react'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { RadioFloor } from '@noroshi/contract/radio/radio.http'
import { useText } from '../../../platform/language/i18n.ts'
import { useEvent } from '../../../platform/connection/live.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { useRadio } from '../radio-context.ts'
import { transcriptOf } from '../radio-texts.ts'
import css from './radio-log.module.css'
import { LiveRow, RadioMessage } from './radio-message.tsx'

/** Pixels from the end within which the list follows new messages (specification, section 9). */
const FOLLOW_PX = 100

/** The messages of the running radio chat, and what is said now. */
export function RadioLog({ messages, floor }: { messages: readonly Message[]; floor: RadioFloor | null }) {
  const text = useText()
  const { view, myId } = useRadio()
  const pane = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  // The text of a posted recording has the id of its message.
  const draft = view.draft?.userId === floor?.speakerId ? (view.draft?.text ?? '') : ''
  const last = messages.at(-1)
  useEffect(() => {
    const { current } = pane
    if (current && isAtEnd.current) current.scrollTop = current.scrollHeight
  }, [last, draft, floor?.transmissionId])
  return (
    // Focusable, so that the keyboard scrolls it.
    <div
      className={css.log}
      ref={pane}
      tabIndex={0}
      data-space-talks
      role="group"
      aria-label={text('radio.messages')}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight <= FOLLOW_PX
      }}
    >
      <div className={css.end}>
        {messages.length === 0 && !floor?.speaker && <p className={css.empty}>{text('radio.noMessages')}</p>}
        <ol className={css.rows}>
          {messages.map((message) => (
            <RadioMessage key={message.id} message={message} myId={myId} />
          ))}
          {floor?.speaker && <LiveRow speaker={floor.speaker} isMine={floor.speakerId === myId} draft={draft} />}
        </ol>
      </div>
      <Announcements />
    </div>
  )
}

/** Announces new messages of others to screen readers. Loaded messages are not announced. */
function Announcements() {
  const text = useText()
  const { thread, myId } = useRadio()
  const [news, setNews] = useState<{ readonly id: string; readonly said: string } | null>(null)
  useEvent('messages:new_message', (message) => {
    const { MessageThreadId, messageType, SenderId, sender, id } = message
    if (MessageThreadId !== thread.id || messageType !== 'asrChat' || SenderId === myId) return
    setNews({ id, said: text('radio.said', { name: nameOf(sender), text: transcriptOf(message, text) }) })
  })
  return (
    <div className="visually-hidden" aria-live="polite">
      {news && <p key={news.id}>{news.said}</p>}
    </div>
  )
}
