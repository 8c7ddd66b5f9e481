import { IconBellOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, memo, Suspense, useState } from 'react'
import { isMuted } from '@noroshi/contract/messaging/thread-settings'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { useDraftText } from '../../../platform/forms/drafts.ts'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { Count } from '../../../ui/layout/count.tsx'
import { lastLine, listTime, threadAvatar, threadName } from '../thread-texts.ts'
import css from './thread-list.module.css'

const GroupInfoDialog = lazy(() =>
  import('../groups/group-info-dialog.tsx').then(({ GroupInfoDialog: dialog }) => ({ default: dialog })),
)

interface Props {
  thread: MessageThread
  isCurrent: boolean
  now: Date
}

/** A thread in the list. The picture of a group opens its details. */
export const ThreadRow = memo(function ThreadRow({ thread, isCurrent, now }: Props) {
  const text = useText()
  const language = useLanguage()
  const viewer = useCurrentUser()
  const [hasInfo, setInfo] = useState(false)
  const draft = useDraftText('thread', thread.id).trim()
  const { id, isGroup, unreadMessagesCount: unread, latestMessage, createdAt, settings } = thread
  const name = threadName(thread)
  const at = latestMessage?.createdAt ?? createdAt
  const isQuiet = isMuted(settings, now)
  const avatar = <Avatar person={threadAvatar(thread)} size={52} />
  return (
    <div className={css.row} data-unread={(unread > 0 && !isQuiet) || undefined} data-current={isCurrent || undefined}>
      {isGroup ? (
        <button
          type="button"
          className={css.groupAvatar}
          aria-haspopup="dialog"
          aria-label={text('messages.group.infoOf', { name })}
          onClick={() => setInfo(true)}
        >
          {avatar}
        </button>
      ) : (
        avatar
      )}
      <Link
        to={paths.thread}
        params={{ messageThreadId: id }}
        className={css.thread}
        aria-current={isCurrent ? 'page' : undefined}
        preload={false}
      >
        <span className={css.text}>
          <b className="one-line" translate="no">
            {name}
          </b>
          {draft !== '' && !isCurrent ? (
            <span className="one-line">
              <em className={css.draft}>{text('messages.draft')}</em> {draft}
            </span>
          ) : (
            <span className="one-line">{lastLine(thread, viewer?.id, text)}</span>
          )}
        </span>
        <span className={css.side}>
          <time dateTime={at}>{listTime(at, now, language, text)}</time>
          <span className={css.marks}>
            {isQuiet && <IconBellOff size={16} stroke={1.75} role="img" aria-label={text('messages.muted')} />}
            {unread > 0 && (
              <>
                <span className="visually-hidden">{text('messages.unreadCount', { count: unread })}</span>
                <span aria-hidden="true">
                  <Count value={unread} isQuiet={isQuiet} />
                </span>
              </>
            )}
          </span>
        </span>
      </Link>
      {hasInfo && (
        <Suspense>
          <GroupInfoDialog threadId={id} onClose={() => setInfo(false)} />
        </Suspense>
      )}
    </div>
  )
})
