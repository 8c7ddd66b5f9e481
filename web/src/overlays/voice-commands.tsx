import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { countDownSos, raiseActor } from '../features/alerts/raise.ts'
import { useStartCall } from '../features/calls/calls.changes.ts'
import { setSpokenSos } from '../features/hands-free/hands-free-state.ts'
import { threadsQuery } from '../features/messaging/messaging.queries.ts'
import { sendMessage } from '../features/messaging/pending.ts'
import { openPersonalThread } from '../features/messaging/personal-thread.ts'
import { upsertThread } from '../features/messaging/thread-cache.ts'
import { startRadioOf } from '../features/radio/radio.changes.ts'
import { type Command, type CommandTarget, isSignedIn, useCommands } from '../platform/commands/commands.ts'
import { paths } from '../platform/paths.ts'
import { GroupCallPicker } from '../screens/thread-call-button.tsx'
import { openDialog } from '../ui/dialog-host.tsx'
import { toastWarning } from '../ui/toast.tsx'
import { reportFailure } from './run-spoken.ts'

export const cancelSpokenSos = () => raiseActor.send({ type: 'CANCEL' })

/** Adds the commands that voice, menus and shortcuts run to the catalogue. */
export function VoiceCommands() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { mutate: startCall } = useStartCall()
  const commands = useMemo(() => {
    /** The thread with a person or of a group; created where there is none. */
    const threadOf = async ({ userId, threadId }: CommandTarget): Promise<string> => {
      if (threadId !== null || userId === null) return threadId ?? ''
      const thread = await openPersonalThread(userId)
      upsertThread(cache, thread)
      return thread.id
    }
    const call: Command<'call.start'> = {
      id: 'call.start',
      label: 'calls.call',
      ability: isSignedIn,
      run({ userId, threadId }) {
        if (userId !== null) startCall(userId)
        else if (threadId !== null) openDialog((onClose) => <GroupCallPicker threadId={threadId} onClose={onClose} />)
      },
    }
    const message: Command<'message.send'> = {
      id: 'message.send',
      label: 'handsFree.send',
      ability: isSignedIn,
      async run(input) {
        const threadId = await threadOf(input)
        // The chat shows the message, and whether it is sent.
        if (!sendMessage({ threadId, alertId: null }, { text: input.text })) throw new Error('no user is known to be signed in')
        navigate({ to: paths.thread, params: { messageThreadId: threadId } }).catch(reportFailure)
      },
    }
    const radio: Command<'radio.start'> = {
      id: 'radio.start',
      label: 'radio.start',
      ability: isSignedIn,
      async run(input) {
        const threadId = await threadOf(input)
        await startRadioOf(cache, threadId)
        navigate({ to: paths.radio, params: { messageThreadId: threadId } }).catch(reportFailure)
      },
    }
    const sos: Command<'sos.countDown'> = {
      id: 'sos.countDown',
      label: 'alerts.sos.name',
      ability: () => true,
      run() {
        if (!countDownSos()) return
        setSpokenSos(true)
        const subscription = raiseActor.subscribe((snapshot) => {
          if (snapshot.matches('countdown')) return
          setSpokenSos(false)
          subscription.unsubscribe()
        })
      },
    }
    const read: Command<'messages.read'> = {
      id: 'messages.read',
      label: 'messages.title',
      shortcut: 'KeyM',
      ability: isSignedIn,
      async run() {
        try {
          const [personal, groups] = await Promise.all([
            cache.fetchQuery(threadsQuery('personal')),
            cache.fetchQuery(threadsQuery('group')),
          ])
          const unread = [...personal.items, ...groups.items].find(({ unreadMessagesCount }) => unreadMessagesCount > 0)
          if (unread) await navigate({ to: paths.thread, params: { messageThreadId: unread.id } })
          else toastWarning('handsFree.noUnread')
        } catch (error) {
          reportFailure(error)
        }
      },
    }
    return [call, message, radio, sos, read]
  }, [cache, navigate, startCall])
  useCommands(commands)
  return null
}
