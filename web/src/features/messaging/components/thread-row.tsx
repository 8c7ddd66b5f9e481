import { IconDotsVertical } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, memo, Suspense, useState } from 'react'
import { isMuted } from '@noroshi/contract/messaging/thread-settings'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { useDraftText } from '../../../platform/forms/drafts.ts'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { ThreadMarks } from '../../../shared/chat/thread-marks.tsx'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { MenuButton } from '../../../ui/dialogs/menu-button.tsx'
import { lastLine, listTime, threadAvatar, threadName } from '../thread-texts.ts'
import css from './thread-list.module.css'
import { useRowMenu } from './use-row-menu.ts'

const GroupInfoDialog = lazy(() =>
  import('../groups/group-info-dialog.tsx').then(({ GroupInfoDialog: dialog }) => ({ default: dialog })),
)

const ThreadRowMenu = lazy(() => import('./thread-row-menu.tsx').then(({ ThreadRowMenu: menu }) => ({ default: menu })))

interface Props {
  thread: MessageThread
  isCurrent: boolean
  /** The user has hidden the newest message. */
  isLatestHidden: boolean
  now: Date
}

/** A thread in the list. The picture of a group opens its details. */
export const ThreadRow = memo(function ThreadRow({ thread, isCurrent, isLatestHidden, now }: Props) {
  const text = useText()
  const language = useLanguage()
  const viewer = useCurrentUser()
  const [hasInfo, setInfo] = useState(false)
  const rowMenu = useRowMenu()
  const draft = useDraftText('thread', thread.id).trim()
  const { id, isGroup, unreadMessagesCount: unread, latestMessage, createdAt, settings } = thread
  const name = threadName(thread)
  const at = latestMessage?.createdAt ?? createdAt
  const isMarkedUnread = settings?.isMarkedUnread === true
  const isUnread = unread > 0 || isMarkedUnread
  const avatar = <Avatar person={threadAvatar(thread)} size={52} />
  return (
    <div
      className={css.row}
      data-unread={(isUnread && !isMuted(settings, now)) || undefined}
      data-current={isCurrent || undefined}
      {...rowMenu}
    >
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
            <span className="one-line">
              {isLatestHidden ? text('messages.hiddenLatest') : lastLine(thread, viewer?.id, text)}
            </span>
          )}
        </span>
        <span className={css.side}>
          <time dateTime={at}>{listTime(at, now, language, text)}</time>
          <ThreadMarks
            settings={settings}
            unread={unread}
            isMentioned={thread.mentionSeq !== undefined}
            isMarkedUnread={isMarkedUnread}
            now={now}
          />
        </span>
      </Link>
      <span className={css.more} data-row-menu>
        <MenuButton
          label={text('messages.menuOf', { name })}
          icon={<IconDotsVertical size={22} stroke={1.75} aria-hidden="true" />}
          menu={(button) => <ThreadRowMenu thread={thread} target={button} />}
        />
      </span>
      {hasInfo && (
        <Suspense>
          <GroupInfoDialog threadId={id} onClose={() => setInfo(false)} />
        </Suspense>
      )}
    </div>
  )
})
