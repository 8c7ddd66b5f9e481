import { Menu } from '@mantine/core'
import { IconBan, IconDoorExit, IconPencil, IconPhoto, IconUser, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense, useState } from 'react'
import { messagingAbilities } from '@noroshi/contract/messaging/messaging.abilities'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { MenuFrame } from '../../../ui/dialogs/menu-frame.tsx'
import { mayWriteTo } from '../may-write.ts'
import { useSetAcceptance, useLeaveGroup } from '../messaging.changes.ts'
import { useMyMembership } from '../messaging.queries.ts'
import { FindItem } from '../find/find-item.tsx'
import { threadName } from '../thread-texts.ts'
import { GroupDialog } from '../groups/group-dialog.tsx'
import { ReadAloudItem } from '../read-aloud/read-aloud-item.tsx'
import { MuteDialog } from './mute-dialog.tsx'
import { ThreadSettingsItems } from './thread-settings-items.tsx'
import css from './thread-head.module.css'

const MediaDialog = lazy(() =>
  import('../thread-media/thread-media-dialog.tsx').then(({ MediaDialog: dialog }) => ({ default: dialog })),
)

interface Props {
  thread: MessageThread
  /** The button that opens the menu. */
  target: ReactElement
  onAway: () => void
}

type Open = 'edit' | 'leave' | 'block' | 'mute' | 'media'

/** Menu of a group chat or a personal chat (specification, section 2). */
export function ThreadMenu({ thread, target, onAway }: Props) {
  const text = useText()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <MenuFrame target={target} className={css.menu}>
        <Menu.Label className={css.whole} translate="no">
          {threadName(thread)}
        </Menu.Label>
        <FindItem threadId={thread.id} />
        {mayWriteTo(thread) && <ReadAloudItem threadId={thread.id} />}
        <Menu.Item leftSection={<IconPhoto size={22} stroke={1.75} />} onClick={() => setOpen('media')}>
          {text('messages.media')}
        </Menu.Item>
        <ThreadSettingsItems thread={thread} onMuteFor={() => setOpen('mute')} onAway={onAway} />
        {thread.isGroup ? <GroupItems thread={thread} onOpen={setOpen} /> : <PersonalItems thread={thread} onOpen={setOpen} />}
      </MenuFrame>
      {open === 'media' && (
        <Suspense>
          <MediaDialog threadId={thread.id} onClose={close} />
        </Suspense>
      )}
      {open === 'mute' && <MuteDialog thread={thread} onClose={close} />}
      {open === 'edit' && <GroupDialog thread={thread} onClose={close} />}
      {open === 'leave' && <Leave thread={thread} onClose={close} onAway={onAway} />}
      {open === 'block' && <Block thread={thread} onClose={close} />}
    </>
  )
}

interface ItemsProps {
  thread: MessageThread
  onOpen: (open: Open) => void
}

function GroupItems({ thread, onOpen }: ItemsProps) {
  const text = useText()
  const viewer = useCurrentUser()
  const me = useMyMembership(thread.id)
  const mayEdit = messagingAbilities['group:edit'](viewer, {
    isMember: me !== undefined,
    isAdmin: me?.isAdmin ?? false,
    userId: null,
  })
  return (
    <>
      <Menu.Item
        renderRoot={(props) => <Link {...props} to={paths.threadMembers} params={{ messageThreadId: thread.id }} />}
        leftSection={<IconUsers size={22} stroke={1.75} />}
      >
        {text('messages.viewMembers')}
      </Menu.Item>
      {mayEdit && (
        <Menu.Item leftSection={<IconPencil size={22} stroke={1.75} />} onClick={() => onOpen('edit')}>
          {text('messages.editGroup')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconDoorExit size={22} stroke={1.75} />} onClick={() => onOpen('leave')}>
        {text('messages.leaveGroup')}
      </Menu.Item>
    </>
  )
}

function PersonalItems({ thread, onOpen }: ItemsProps) {
  const text = useText()
  const { recipient } = thread
  if (!recipient) return null
  return (
    <>
      <Menu.Item
        renderRoot={(props) => <Link {...props} to={paths.profile} params={{ userId: recipient.id }} />}
        leftSection={<IconUser size={22} stroke={1.75} />}
      >
        {text('messages.viewProfile')}
      </Menu.Item>
      {thread.hasAccepted === true && (
        <Menu.Item leftSection={<IconBan size={22} stroke={1.75} />} onClick={() => onOpen('block')}>
          {text('messages.block')}
        </Menu.Item>
      )}
    </>
  )
}

function Leave({ thread, onClose, onAway }: { thread: MessageThread; onClose: () => void; onAway: () => void }) {
  const text = useText()
  const { mutate, isPending } = useLeaveGroup(thread.id)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => mutate(undefined, { onSuccess: onAway, onError: onClose })}
      isBusy={isPending}
      title={text('messages.leaveConfirm', { name: threadName(thread) })}
      confirmLabel={text('messages.leave')}
    >
      <p>{text('messages.leaveNote')}</p>
    </ConfirmDialog>
  )
}

function Block({ thread, onClose }: { thread: MessageThread; onClose: () => void }) {
  const text = useText()
  const { mutate, isPending } = useSetAcceptance(thread.id)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => mutate(false, { onSettled: onClose })}
      isBusy={isPending}
      title={text('messages.blockConfirm', { name: threadName(thread) })}
      confirmLabel={text('messages.block')}
    >
      <p>{text('messages.blockNote')}</p>
    </ConfirmDialog>
  )
}
