import { IconX } from '@tabler/icons-react'
import { type Text, useText } from '../../../platform/i18n.ts'
import { clockTime } from '../../../platform/time.ts'
import type { BubbleProps } from '../../../ui/chat-bubble.tsx'
import { useObjectUrl } from '../../../ui/media-stream.ts'
import type { PendingMessage } from '../create-pending.ts'
import { sendAgain, withdrawMessage } from '../pending.ts'
import css from './message-content.module.css'
import { LinkedWords } from '../../../ui/linked-words.tsx'

/** A message that the unit does not have yet: on its way, waiting for the connection, or refused. */
export function pendingBubble(message: PendingMessage, text: Text): Omit<BubbleProps, 'isLast'> {
  const { clientId, at, state, files, place, percent } = message
  const isStuck = state === 'waiting' || state === 'failed'
  return {
    from: null,
    isFirst: true,
    time: clockTime(at),
    at,
    receipt: { state: 'sending', label: text('messages.sending') },
    media: files.length > 0 ? <Upload files={files} percent={isStuck ? null : percent} clientId={clientId} /> : undefined,
    failure: isStuck
      ? {
          label: text(state === 'waiting' ? 'messages.waiting' : 'messages.notSent'),
          retryLabel: text('messages.tryAgain'),
          onRetry: () => sendAgain(clientId),
          deleteLabel: text('chrome.delete'),
          onDelete: () => withdrawMessage(clientId),
        }
      : undefined,
    children: message.text !== '' ? <LinkedWords>{message.text}</LinkedWords> : place ? text('messages.place') : null,
  }
}

interface UploadProps {
  files: readonly File[]
  /** null: nothing is on its way. */
  percent: number | null
  clientId: string
}

/** The first picture dimmed, a ring that fills, and a key to stop. */
function Upload({ files, percent, clientId }: UploadProps) {
  const text = useText()
  const picture = files.find(({ type }) => type.startsWith('image/')) ?? null
  const url = useObjectUrl(picture)
  return (
    <span className={css.upload}>
      {url && <img src={url} alt="" />}
      <span className={css.name}>{files.map(({ name }) => name).join(', ')}</span>
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
          <button type="button" aria-label={text('media.cancelSending')} onClick={() => withdrawMessage(clientId)}>
            <IconX size={20} stroke={2.25} aria-hidden="true" />
          </button>
        </>
      )}
    </span>
  )
}
