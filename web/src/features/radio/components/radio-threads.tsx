import { Link } from '@tanstack/react-router'
import { isMuted } from '@noroshi/contract/messaging/thread-settings'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import type { RadioThread } from '@noroshi/contract/radio/radio.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { clockTime, dayKey, dayLabel } from '../../../platform/language/time.ts'
import { useNow } from '../../../platform/use-now.ts'
import { ThreadMarks } from '../../../shared/chat/thread-marks.tsx'
import { Avatar } from '../../../shared/people/avatar.tsx'
import type { AvatarPerson } from '../../../shared/people/avatar-person.ts'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import type { useRadioThreads } from '../radio.queries.ts'
import { transcriptOf } from '../radio-texts.ts'
import css from './radio-threads.module.css'

interface Props extends ReturnType<typeof useRadioThreads> {
  /** The ids of the messages that the user has hidden. */
  hiddenIds: ReadonlySet<string>
}

/** The threads that have or had a radio chat. */
export function RadioThreads({ rows, error, refetch, hiddenIds }: Props) {
  const text = useText()
  if (!rows) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} title={text('radio.listFailed')} /> : <ListSkeleton />
  }
  if (rows.length === 0) return <EmptyState title={text('radio.listEmpty')} note={text('radio.listEmptyTip')} />
  return (
    <ul className={css.rows}>
      {rows.map((row) => (
        <li key={row.thread.id}>
          <Row row={row} isLatestHidden={hiddenIds.has(row.latestMessage?.id ?? '')} />
        </li>
      ))}
    </ul>
  )
}

const threadNameOf = ({ group, recipient }: MessageThread) => group?.name ?? nameOf(recipient)
const threadAvatar = ({ id, group, recipient }: MessageThread): AvatarPerson =>
  recipient ?? { id, firstName: group?.name ?? '', lastName: '', avatarUrl: group?.imageUrl ?? null }

function Row({ row, isLatestHidden }: { row: RadioThread; isLatestHidden: boolean }) {
  const { thread, radioChat, latestMessage, unreadRadioCount } = row
  const text = useText()
  const language = useLanguage()
  const now = useNow()
  const at = latestMessage?.createdAt ?? radioChat?.startedAt
  const days = { today: text('chrome.today'), yesterday: text('chrome.yesterday') }
  return (
    <Link
      to={paths.radio}
      params={{ messageThreadId: thread.id }}
      className={css.row}
      data-unread={(unreadRadioCount > 0 && !isMuted(thread.settings, now)) || undefined}
      data-group={thread.isGroup || undefined}
      preload={false}
    >
      <Avatar person={threadAvatar(thread)} size={52} />
      <span className={css.text}>
        <b className="one-line" translate="no">
          {threadNameOf(thread)}
        </b>
        <span className="one-line">
          {isLatestHidden && text('messages.hiddenLatest')}
          {!isLatestHidden &&
            (latestMessage
              ? text('radio.said', { name: nameOf(latestMessage.sender), text: transcriptOf(latestMessage, text) })
              : text('radio.noMessages'))}
        </span>
      </span>
      <span className={css.side}>
        {at !== undefined && (
          <time dateTime={at}>{dayKey(at) === dayKey(now) ? clockTime(at) : dayLabel(at, now, language, days)}</time>
        )}
        {radioChat && <Tag tone="ok">{text('radio.running')}</Tag>}
        <ThreadMarks settings={thread.settings} unread={unreadRadioCount} now={now} />
      </span>
    </Link>
  )
}
