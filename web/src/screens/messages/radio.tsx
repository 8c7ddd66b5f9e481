import { ActionIcon, Button } from '@mantine/core'
import { IconDoorExit } from '@tabler/icons-react'
import { Link, useCanGoBack, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '@noroshi/contract/abilities'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { useMe } from '../../features/accounts/accounts.queries.ts'
import { useActiveAlerts } from '../../features/alerts/alert-lists.ts'
import { ReadAloudButton } from '../../features/messaging/read-aloud/read-aloud-button.tsx'
import { RadioHead } from '../../features/radio/components/radio-head.tsx'
import { RunningRadio } from '../../features/radio/components/running-radio.tsx'
import { WalkieTalkieIcon } from '../../features/radio/components/walkie-talkie-icon.tsx'
import { currentRadio } from '../../features/radio/current-radio.ts'
import { useRadio } from '../../features/radio/radio-context.ts'
import { useLiveRadio } from '../../features/radio/radio.queries.ts'
import { isMessageKey, useText } from '../../platform/language/i18n.ts'
import { alertHref, threadHref } from '../../platform/paths/paths.ts'
import { useUnit } from '../../platform/session/unit.ts'
import { useChrome } from '../../ui/theme/chrome.ts'
import { CommandButton } from '../../ui/forms/command-button.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/states/states.tsx'
import { RadioMenu } from './radio-menu.tsx'
import { RadioTools } from './radio-tools.tsx'
import css from './radio.module.css'

/** Returns the chat of a radio chat: that of the alert whose channel it is, or that of its thread. */
const chatOf = ({ id, alert }: MessageThread): string => (alert ? alertHref(alert.id, alert.messageThreadId) : threadHref(id))

/** The page of a radio chat (specification, section 2). The radio chat goes on when the user leaves the screen. */
export function RadioScreen() {
  const text = useText()
  const chrome = useChrome()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const { thread, name } = useRadio()
  const { live } = useLiveRadio(thread.id)
  const toChat = chatOf(thread)
  const back = () => (canGoBack ? router.history.back() : void router.navigate({ to: toChat, replace: true }))
  const exit = () => {
    currentRadio.get()?.leave()
    void router.navigate({ to: toChat })
  }
  const radioChat = live?.radioChat
  const count = radioChat?.members.length ?? 0
  return (
    <div className={css.screen} data-bar="off">
      <PageTitle>{`${text('radio.title')} · ${name}`}</PageTitle>
      <RadioHead
        title={name}
        note={radioChat ? text('radio.onAir', { count }) : text('radio.title')}
        onBack={back}
        sos={chrome.smallSos}
        actions={
          <>
            <ReadAloudButton threadId={thread.id} />
            {radioChat && (
              <ActionIcon aria-label={text('radio.exit')} onClick={exit}>
                <IconDoorExit size={22} stroke={1.75} aria-hidden="true" />
              </ActionIcon>
            )}
            <RadioMenu historyOf={thread.id} />
          </>
        }
      />
      {chrome.banner}
      <main id="content" tabIndex={-1} className={css.main}>
        <Content />
      </main>
    </div>
  )
}

function Content() {
  const text = useText()
  const me = useMe()
  const unit = useUnit()
  const active = useActiveAlerts()
  const { thread, room, view } = useRadio()
  const [hasRun, setRun] = useState(false)
  const { live, error, refetch } = useLiveRadio(thread.id)
  if (!live) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} title={text('radio.loadFailed')} /> : <ListSkeleton />
  }
  if (live.radioChat && !hasRun) setRun(true)
  if (!live.radioChat) {
    return (
      <EmptyState
        title={text(hasRun ? 'radio.ended' : 'radio.notRunning')}
        note={text('radio.notRunningNote')}
        action={
          <CommandButton
            command="radio.start"
            input={{ userId: null, threadId: thread.id }}
            icon={<WalkieTalkieIcon size={22} />}
          />
        }
      />
    )
  }
  if (view.refusal !== null) {
    return (
      <EmptyState
        title={text('radio.joinFailed')}
        note={refusalText(view.refusal, text)}
        action={<Button onClick={() => room.retry()}>{text('chrome.tryAgain')}</Button>}
      />
    )
  }
  const hasActiveAlert = active?.some(({ raisedBy, isDrill }) => raisedBy?.id === me?.id && isDrill !== true) ?? false
  return (
    <RunningRadio
      radioChat={live.radioChat}
      floor={live.floor}
      messages={live.messages}
      unit={unit}
      mayPreempt={can(me ?? null, 'radio:preempt', { isMember: view.isJoined, hasActiveAlert })}
      isSharing={me?.locationSharing !== 'never'}
      tools={RadioTools}
      chatLink={<Link to={chatOf(thread)}>{text(thread.alert ? 'radio.alert.open' : 'radio.openChat')}</Link>}
    />
  )
}

function refusalText(code: string, text: ReturnType<typeof useText>): string {
  const key = `error.${code}`
  return text(isMessageKey(key) ? key : 'chrome.somethingWrong')
}
