import type { QueryClient } from '@tanstack/react-query'
import type { useNavigate } from '@tanstack/react-router'
import { lazy } from 'react'
import { callLocation, startCall } from '../features/calls/calls.changes.ts'
import { canCall } from '../features/calls/can-call.ts'
import { sendMessage } from '../features/messaging/pending.ts'
import { openPersonalThread } from '../features/messaging/personal-thread.ts'
import { readUnread } from '../features/messaging/read-aloud/read-unread.ts'
import { stopReading } from '../features/messaging/read-aloud/reader.ts'
import { messagingStore, receiveThread } from '../features/messaging/thread-store.ts'
import { startRadioOf } from '../features/radio/radio.changes.ts'
import type { CommandInputs, CommandTarget } from '../platform/commands/commands.ts'
import { withTexts } from '../platform/language/i18n.ts'
import { paths } from '../platform/paths/paths.ts'
import { openDialog } from '../ui/dialogs/dialog-host.tsx'
import { toastWarning } from '../ui/states/toast.tsx'
import { reportFailure } from './report-failure.ts'

/** The parts of the page that the commands need. */
export interface Page {
  readonly cache: QueryClient
  readonly navigate: ReturnType<typeof useNavigate>
}

const GroupCallPicker = lazy(() =>
  withTexts(() => import('./group-call-picker.tsx')).then(({ GroupCallPicker: picker }) => ({ default: picker })),
)

/** Returns the thread with a person or of a group; creates it where there is none. */
async function threadOf({ cache }: Page, { userId, threadId }: CommandTarget): Promise<string> {
  if (threadId !== null) return threadId
  if (userId === null) throw new Error('a command needs a person or a group')
  const thread = await openPersonalThread(userId)
  receiveThread(messagingStore(cache), thread)
  return thread.id
}

export async function openChat(page: Page, target: CommandTarget): Promise<void> {
  const messageThreadId = await threadOf(page, target)
  void page.navigate({ to: paths.thread, params: { messageThreadId } })
}

export async function callTarget({ cache, navigate }: Page, { userId, threadId }: CommandTarget): Promise<void> {
  if (!canCall()) return toastWarning('calls.unsupported')
  if (userId !== null) return void navigate(callLocation(await startCall(cache, userId)))
  if (threadId !== null) openDialog((onClose) => <GroupCallPicker threadId={threadId} onClose={onClose} />)
}

/** Sends a message and opens its chat, which shows whether it is sent. */
export async function sendTo(page: Page, { text, ...target }: CommandInputs['message.send']): Promise<void> {
  const messageThreadId = await threadOf(page, target)
  if (!sendMessage({ threadId: messageThreadId, alertId: null }, { text })) throw new Error('no user is known to be signed in')
  void page.navigate({ to: paths.thread, params: { messageThreadId } })
}

export async function startRadio(page: Page, target: CommandTarget): Promise<void> {
  const messageThreadId = await threadOf(page, target)
  await startRadioOf(page.cache, messageThreadId)
  void page.navigate({ to: paths.radio, params: { messageThreadId } })
}

/** Reads the unread messages aloud and opens the first chat with some. */
export async function readMessages({ cache, navigate }: Page): Promise<void> {
  const messageThreadId = await readUnread(cache, reportFailure)
  if (messageThreadId === null) toastWarning('messages.noUnread')
  else void navigate({ to: paths.thread, params: { messageThreadId } })
}

export { stopReading }
