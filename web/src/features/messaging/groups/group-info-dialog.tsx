import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Notice } from '../../../ui/states/notice.tsx'
import { ListSkeleton } from '../../../ui/states/states.tsx'
import { useThread } from '../messaging.queries.ts'
import { threadAvatar, threadName } from '../thread-texts.ts'
import css from './group-info-dialog.module.css'

/** Details of a group. Opens from its picture in the list. */
export function GroupInfoDialog({ threadId, onClose }: { threadId: string; onClose: () => void }) {
  const text = useText()
  const language = useLanguage()
  const { thread, error } = useThread(threadId)
  return (
    <Dialog isOpen onClose={onClose} title={text('messages.group.info')}>
      {!thread && error && <Notice role="alert">{text('messages.group.infoFailed')}</Notice>}
      {!thread && !error && <ListSkeleton rows={1} />}
      {thread && (
        <>
          <div className={css.head}>
            <Avatar person={threadAvatar(thread)} size={72} />
            <span>
              <b translate="no">{threadName(thread)}</b>
              {text('messages.members', { count: thread.memberCount })}
            </span>
          </div>
          {thread.group?.description && <p className={css.description}>{thread.group.description}</p>}
          {thread.group?.hidesSeen && <p className={css.created}>{text('messages.group.seenHidden')}</p>}
          <p className={css.created}>
            {text('messages.group.created')} <time dateTime={thread.createdAt}>{dateTime(thread.createdAt, language)}</time>
          </p>
          <div className={css.buttons}>
            <Button
              renderRoot={(props) => <Link {...props} to={paths.threadMembers} params={{ messageThreadId: thread.id }} />}
              variant="default"
              leftSection={<IconUsers size={20} stroke={2} aria-hidden="true" />}
              onClick={onClose}
            >
              {text('messages.viewMembers')}
            </Button>
            <Button
              renderRoot={(props) => <Link {...props} to={paths.thread} params={{ messageThreadId: thread.id }} />}
              onClick={onClose}
            >
              {text('messages.group.open')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
