import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { type Text, useText } from '../../../platform/language/i18n.ts'
import { clockTime } from '../../../platform/language/time.ts'
import type { BubbleProps } from '../../../shared/chat/chat-bubble.tsx'
import { DeleteQuestion } from '../../../ui/dialogs/delete-question.tsx'
import { useObjectUrl } from '../../../ui/media/media-stream.ts'
import { useStore } from '../../../platform/store/use-store.ts'
import { useMessageActions } from '../changes/message-actions-context.ts'
import { UnsentQuote } from '../changes/message-quote.tsx'
import { cancelMessage, type PendingChange } from '../changes/unsent-changes.ts'
import { messageEntity, messagingEntities } from '../messaging.entities.ts'
import { type PendingMessage, resendMessage } from '../pending.ts'
import { UnsentPoll } from '../polls/poll-options.tsx'
import { summaryOf } from '../thread-texts.ts'
import css from './message-content.module.css'
import { LinkedText } from '../../../shared/chat/linked-text.tsx'

/** A message of a chat that the server has not acknowledged: a new one or a forwarded one. */
export type Unsent = PendingMessage | PendingChange

const isForward = (unsent: Unsent): unsent is PendingChange => 'change' in unsent.payload

/** Returns what all unsent messages show: sending, waiting for the connection, or refused. */
function bubbleOf(unsent: Unsent, at: string, text: Text): Omit<BubbleProps, 'isLast'> {
  const { id, state } = unsent
  const isStuck = state === 'waiting' || state === 'failed'
  return {
    from: null,
    isFirst: true,
    time: clockTime(at),
    at,
    receipt: { state: 'sending', label: text('messages.sending') },
    failure: isStuck
      ? {
          label: text(state === 'waiting' ? 'outbox.waiting' : 'messages.notSent'),
          retryLabel: text('messages.tryAgain'),
          onRetry: () => resendMessage(id),
          deleteLabel: text('chrome.delete'),
          onDelete: () => cancelMessage(unsent),
        }
      : undefined,
  }
}

/** Returns the bubble of a message that the server has not acknowledged. */
export function pendingBubble(unsent: Unsent, text: Text): Omit<BubbleProps, 'isLast'> {
  if (isForward(unsent)) {
    const at = new Date(unsent.seq).toISOString()
    return { ...bubbleOf(unsent, at, text), children: <UnsentForward messageId={unsent.payload.messageId} /> }
  }
  const { state, files, percent, payload } = unsent
  const { at, location, replyToId } = payload
  const isStuck = state === 'waiting' || state === 'failed'
  return {
    ...bubbleOf(unsent, at, text),
    quote: replyToId !== undefined && <QuoteOfUnsent id={replyToId} />,
    media: files.length > 0 ? <Upload unsent={unsent} percent={isStuck ? null : percent} /> : undefined,
    children:
      payload.text !== '' ? (
        <>
          <LinkedText>{payload.text}</LinkedText>
          {payload.poll && <UnsentPoll poll={payload.poll} question={payload.text} />}
        </>
      ) : location ? (
        text('messages.location')
      ) : null,
  }
}

function QuoteOfUnsent({ id }: { id: string }) {
  return <UnsentQuote id={id} onOpen={useMessageActions().openMessage} />
}

/** The forwarded message, as far as this device knows it. */
function UnsentForward({ messageId }: { messageId: string }) {
  const text = useText()
  const message = useStore(messagingEntities, messageEntity.name, (store) => store.get(messageEntity, messageId))
  return (
    <>
      <small className={css.forwarded}>{text('messages.forwarded')}</small>
      {message ? <LinkedText>{summaryOf(message, text)}</LinkedText> : '…'}
    </>
  )
}

interface UploadProps {
  unsent: PendingMessage
  /** 0 to 100; null if no upload runs. */
  percent: number | null
}

/** The first picture dimmed, a progress ring, and a button to cancel, which asks first. */
function Upload({ unsent, percent }: UploadProps) {
  const text = useText()
  const { files } = unsent
  const [isAsking, setAsking] = useState(false)
  const picture = files.find(({ type }) => type.startsWith('image/')) ?? null
  const url = useObjectUrl(picture)
  return (
    <span className={css.upload}>
      {url && <img src={url} alt="" />}
      <span className={`one-line ${css.name}`}>{files.map(({ name }) => name).join(', ')}</span>
      {percent !== null && (
        <>
          <span
            className={css.progress}
            role="progressbar"
            aria-valuenow={percent}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-label={text('media.sending')}
          >
            <svg viewBox="0 0 64 64" aria-hidden="true">
              <circle cx="32" cy="32" r="28" />
              <circle cx="32" cy="32" r="28" pathLength="100" strokeDasharray={`${percent} 100`} />
            </svg>
            <b>{percent}%</b>
          </span>
          <button type="button" aria-label={text('media.cancelSending')} onClick={() => setAsking(true)}>
            <IconX size={20} stroke={2.25} aria-hidden="true" />
          </button>
        </>
      )}
      <DeleteQuestion isOpen={isAsking} onClose={() => setAsking(false)} onDelete={() => cancelMessage(unsent)} />
    </span>
  )
}
