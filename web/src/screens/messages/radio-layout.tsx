import { Outlet, useCanGoBack, useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { useMe } from '../../features/accounts/accounts.queries.ts'
import { useThread } from '../../features/messaging/messaging.queries.ts'
import { threadName } from '../../features/messaging/thread-texts.ts'
import { RadioContext } from '../../features/radio/radio-context.ts'
import { useLiveRadio } from '../../features/radio/radio.queries.ts'
import { useRadioRoom } from '../../features/radio/use-radio-room.ts'
import { isGone } from '../../platform/connection/http-errors.ts'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { Screen } from '../../ui/layout/screen.tsx'
import { ErrorState, ListSkeleton } from '../../ui/states/states.tsx'
import '../messages-live.ts'

/** The radio chat of a thread, and its history. The page joins it while it runs. */
export function RadioLayout() {
  const { messageThreadId = '' } = useParams({ strict: false })
  return <LoadedRadio key={messageThreadId} id={messageThreadId} />
}

function LoadedRadio({ id }: { id: string }) {
  const text = useText()
  const me = useMe()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const { thread, error, refetch } = useThread(id)
  const isMissing = isGone(error)
  useEffect(() => {
    if (!isMissing) return
    // A thread that does not exist leads back (specification, section 8).
    if (canGoBack) router.history.back()
    else router.history.replace(paths.messages)
  }, [isMissing, canGoBack, router])
  if (thread && me && !isMissing) return <OpenRadio thread={thread} myId={me.id} />
  return (
    <Screen title={text('radio.title')} backTo={paths.messages} hasBar={false}>
      {error && !isMissing ? (
        <ErrorState error={error} onRetry={() => void refetch()} title={text('radio.loadFailed')} />
      ) : (
        <ListSkeleton />
      )}
    </Screen>
  )
}

interface OpenProps {
  thread: MessageThread
  myId: string
}

function OpenRadio({ thread, myId }: OpenProps) {
  const { live } = useLiveRadio(thread.id)
  const { room, view } = useRadioRoom(thread.id, live?.radioChat?.id ?? null, myId)
  const name = threadName(thread)
  const radio = useMemo(() => ({ thread, name, myId, room, view }), [thread, name, myId, room, view])
  return (
    <RadioContext value={radio}>
      <Outlet />
    </RadioContext>
  )
}
