import { IconAlertTriangle, IconCheck, IconChecks, IconClock, IconRefresh, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Avatar } from './avatar.tsx'
import css from './chat-bubble.module.css'
import type { Face } from './person-face.ts'

/** How far one's own message came. */
export type Receipt = 'sending' | 'sent' | 'delivered' | 'seen'

interface Failure {
  readonly label: string
  readonly retryLabel: string
  readonly onRetry: () => void
  /** Where it can be given up. */
  readonly deleteLabel?: string
  readonly onDelete?: () => void
}

export interface BubbleProps {
  /** null: one's own. */
  from: (Face & { readonly fullName: string }) | null
  /** The first of a run names who speaks. */
  isFirst: boolean
  /** The last of a run carries the tail and the face. */
  isLast: boolean
  /** 'HH:mm'. */
  time: string
  /** The moment, for machines. */
  at: string
  /** Of one's own; with its word. */
  receipt?: { readonly state: Receipt; readonly label: string } | undefined
  /** Not sent: it stays where it is and says so. */
  failure?: Failure | undefined
  /** Pictures, recordings, files, a place: above the words. */
  media?: ReactNode
  children?: ReactNode
}

/** One message. */
export function ChatBubble({ from, isFirst, isLast, time, at, receipt, failure, media, children }: BubbleProps) {
  return (
    <div className={css.row} data-mine={from === null || undefined} data-last={isLast || undefined}>
      {from && <span className={css.face}>{isLast && <Avatar person={from} size={30} />}</span>}
      <div className={css.bubble} data-media={media ? '' : undefined} data-failed={failure ? '' : undefined}>
        {isFirst && from && <b className={css.name}>{from.fullName}</b>}
        {from && !isFirst && <span className="visually-hidden">{from.fullName}</span>}
        {media}
        <div className={css.body}>
          {children && <span className={css.text}>{children}</span>}
          {failure ? (
            <Failed {...failure} />
          ) : (
            <span className={css.meta}>
              <time dateTime={at}>{time}</time>
              {receipt && <Ticks {...receipt} />}
            </span>
          )}
        </div>
      </div>
    </div>
  )
}

const ticks = { sending: IconClock, sent: IconCheck, delivered: IconChecks, seen: IconChecks } as const

/** Clock, tick, two ticks, and the word where it was seen. */
function Ticks({ state, label }: { state: Receipt; label: string }) {
  const Icon = ticks[state]
  return (
    <span className={css.ticks} data-seen={state === 'seen' || undefined}>
      <Icon size={16} stroke={2.25} aria-hidden="true" />
      <span className={state === 'seen' ? undefined : 'visually-hidden'}>{label}</span>
    </span>
  )
}

function Failed({ label, retryLabel, onRetry, deleteLabel, onDelete }: Failure) {
  return (
    <span className={css.failed}>
      <span>
        <IconAlertTriangle size={18} stroke={2} aria-hidden="true" />
        {label}
      </span>
      <span className={css.failedKeys}>
        {onDelete && (
          <button type="button" onClick={onDelete}>
            <IconTrash size={18} stroke={2.25} aria-hidden="true" />
            {deleteLabel}
          </button>
        )}
        <button type="button" onClick={onRetry}>
          <IconRefresh size={18} stroke={2.25} aria-hidden="true" />
          {retryLabel}
        </button>
      </span>
    </span>
  )
}

/** The heading over a day's messages. */
export const ChatDay = ({ children }: { children: ReactNode }) => (
  <h3 className={css.day}>
    <span>{children}</span>
  </h3>
)
