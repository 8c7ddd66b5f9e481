import { IconAlertTriangle, IconCheck, IconClock, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Avatar } from './avatar.tsx'
import css from './chat-bubble.module.css'
import type { Face } from './person-face.ts'

interface BubbleProps {
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
  receipt?: { readonly isSent: boolean; readonly label: string } | undefined
  /** Not sent: it stays where it is and says so. */
  failure?: { readonly label: string; readonly retryLabel: string; readonly onRetry: () => void } | undefined
  children: ReactNode
}

/** One message. */
export function ChatBubble({ from, isFirst, isLast, time, at, receipt, failure, children }: BubbleProps) {
  return (
    <div className={css.row} data-mine={from === null || undefined} data-last={isLast || undefined}>
      {from && <span className={css.face}>{isLast && <Avatar person={from} size={30} />}</span>}
      <div className={css.bubble} data-failed={failure ? '' : undefined}>
        {isFirst && from && <b className={css.name}>{from.fullName}</b>}
        {from && !isFirst && <span className="visually-hidden">{from.fullName}</span>}
        <span className={css.text}>{children}</span>
        {failure ? (
          <span className={css.failed}>
            <span>
              <IconAlertTriangle size={18} stroke={2} aria-hidden="true" />
              {failure.label}
            </span>
            <button type="button" onClick={failure.onRetry}>
              <IconRefresh size={18} stroke={2.25} aria-hidden="true" />
              {failure.retryLabel}
            </button>
          </span>
        ) : (
          <span className={css.meta}>
            <time dateTime={at}>{time}</time>
            {receipt && (
              <span className={css.ticks}>
                {receipt.isSent ? (
                  <IconCheck size={16} stroke={2.25} aria-hidden="true" />
                ) : (
                  <IconClock size={16} stroke={2.25} aria-hidden="true" />
                )}
                <span className="visually-hidden">{receipt.label}</span>
              </span>
            )}
          </span>
        )}
      </div>
    </div>
  )
}

/** The heading over a day's messages. */
export const ChatDay = ({ children }: { children: ReactNode }) => (
  <h3 className={css.day}>
    <span>{children}</span>
  </h3>
)
