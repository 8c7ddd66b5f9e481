import { IconAlertTriangle, IconCheck, IconChecks, IconClock, IconRefresh, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { nameOf } from '../../platform/language/person-name.ts'
import { Avatar } from '../people/avatar.tsx'
import css from './chat-bubble.module.css'
import { DeleteQuestion } from '../../ui/dialogs/delete-question.tsx'
import type { AvatarPerson } from '../people/avatar-person.ts'

/** Delivery state of the user's own message. */
export type Receipt = 'sending' | 'sent' | 'delivered' | 'seen'

interface Failure {
  readonly label: string
  readonly retryLabel: string
  readonly onRetry: () => void
  /** Label of the button that discards the message after a question, if it can be discarded. */
  readonly deleteLabel?: string
  readonly onDelete?: () => void
}

export interface BubbleProps {
  /** The sender. null: the message is the user's own. */
  from: AvatarPerson | null
  /** The first message of a run shows the sender's name. */
  isFirst: boolean
  /** The last message of a run has the tail and the avatar. */
  isLast: boolean
  /** false: only screen readers get the time and the receipt, because a later bubble of the run shows them. */
  hasMeta?: boolean
  /** 'HH:mm'. */
  time: string
  /** ISO 8601 time for the `datetime` attribute. */
  at: string
  /** Delivery state of the user's own message, with its label. */
  receipt?: { readonly state: Receipt; readonly label: string } | undefined
  /** The message is not sent. It stays in its position and shows the failure. */
  failure?: Failure | undefined
  /** The message that this one replies to, above everything else. */
  quote?: ReactNode
  /** Pictures, recordings, files or a location, shown above the text. */
  media?: ReactNode
  /** Beside the time, such as that the message was edited. */
  mark?: ReactNode
  /** Below the bubble. */
  reactions?: ReactNode
  /** The text is a note about a deleted message. */
  isNote?: boolean
  children?: ReactNode
}

/** One chat message. */
export function ChatBubble(props: BubbleProps) {
  const { from, isFirst, isLast, hasMeta = true, time, at, receipt, failure, media, children } = props
  const { quote, mark, reactions, isNote } = props
  return (
    <div className={css.row} data-mine={from === null || undefined} data-last={isLast || undefined}>
      {from && <span className={css.avatar}>{isLast && <Avatar person={from} size={30} />}</span>}
      <div className={css.column}>
        <div className={css.bubble} data-bubble data-media={media ? '' : undefined} data-failed={failure ? '' : undefined}>
          {isFirst && from && (
            <b className={`one-line ${css.name}`} translate="no">
              {nameOf(from)}
            </b>
          )}
          {from && !isFirst && (
            <span className="visually-hidden" translate="no">
              {nameOf(from)}
            </span>
          )}
          {quote}
          {media}
          <div className={css.body}>
            {children && (
              <span className={css.text} data-note={isNote || undefined}>
                {children}
              </span>
            )}
            {failure ? (
              <Failed {...failure} />
            ) : (
              <span className={hasMeta || mark ? css.meta : 'visually-hidden'}>
                {mark}
                <time dateTime={at}>{time}</time>
                {receipt && <ReceiptIcon {...receipt} />}
              </span>
            )}
          </div>
        </div>
        {reactions}
      </div>
    </div>
  )
}

const icons = { sending: IconClock, sent: IconCheck, delivered: IconChecks, seen: IconChecks } as const

/** One tick for sent, two for delivered, a clock for sending; the label is visible for seen only. */
function ReceiptIcon({ state, label }: { state: Receipt; label: string }) {
  const Icon = icons[state]
  return (
    <span className={css.ticks} data-seen={state === 'seen' || undefined}>
      <Icon size={16} stroke={2.25} aria-hidden="true" />
      <span className={state === 'seen' ? undefined : 'visually-hidden'}>{label}</span>
    </span>
  )
}

function Failed({ label, retryLabel, onRetry, deleteLabel, onDelete }: Failure) {
  const [isAsking, setAsking] = useState(false)
  return (
    <span className={css.failed}>
      <span>
        <IconAlertTriangle size={18} stroke={2} aria-hidden="true" />
        {label}
      </span>
      <span className={css.failedButtons}>
        {onDelete && (
          <button type="button" onClick={() => setAsking(true)}>
            <IconTrash size={18} stroke={2.25} aria-hidden="true" />
            {deleteLabel}
          </button>
        )}
        <button type="button" onClick={onRetry}>
          <IconRefresh size={18} stroke={2.25} aria-hidden="true" />
          {retryLabel}
        </button>
      </span>
      {onDelete && <DeleteQuestion isOpen={isAsking} onClose={() => setAsking(false)} onDelete={onDelete} />}
    </span>
  )
}

/** The heading above the messages of a day. */
export const ChatDay = ({ children }: { children: ReactNode }) => (
  <h3 className={css.day}>
    <span>{children}</span>
  </h3>
)
