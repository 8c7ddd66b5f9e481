import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useCanGoBack, useParams, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { LeftGroup } from '../../features/messaging/groups/left-group.tsx'
import { GroupMemberList } from '../../features/messaging/groups/group-member-list.tsx'
import { useShownThread } from '../../features/messaging/messaging.queries.ts'
import { threadName } from '../../features/messaging/thread-texts.ts'
import { isGone } from '../../platform/connection/http-errors.ts'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { useChrome } from '../../ui/theme/chrome.ts'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import css from './messages.module.css'

/** The members of a group. */
export function ThreadMembersScreen() {
  const text = useText()
  const chrome = useChrome()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const { messageThreadId: id = '' } = useParams({ strict: false })
  const { thread, error } = useShownThread(id)
  const isMissing = isGone(error)
  useEffect(() => {
    if (isMissing && !thread) router.history.replace(paths.messages)
  }, [isMissing, thread, router])
  const back = () =>
    canGoBack ? router.history.back() : void router.navigate({ to: paths.thread, params: { messageThreadId: id }, replace: true })
  const title = text('messages.membersOf', { name: thread ? threadName(thread) : '' })
  return (
    <section className={css.chat}>
      <PageTitle>{title}</PageTitle>
      <header className={css.head}>
        <ActionIcon aria-label={text('chrome.back')} onClick={back}>
          <IconArrowLeft size={24} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
        <h1 className="one-line">{title}</h1>
        <span className={css.sos}>{chrome.smallSos}</span>
      </header>
      <div className={css.state}>
        {!isMissing && <GroupMemberList threadId={id} />}
        {isMissing && thread && <LeftGroup thread={thread} onBack={() => void router.navigate({ to: paths.messages })} />}
      </div>
    </section>
  )
}
