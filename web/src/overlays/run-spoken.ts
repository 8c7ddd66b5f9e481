import type { SpokenCommand } from '@noroshi/contract/hands-free/hands-free.http'
import { keepText } from '../features/hands-free/kept-text.ts'
import { runCommand } from '../platform/commands/commands.ts'
import { ApiError } from '../platform/http-errors.ts'
import { text } from '../platform/i18n.ts'
import { toastError } from '../ui/toast.tsx'

/** Shows the server's message of an action that failed. */
export const reportFailure = (error: unknown) =>
  toastError((error instanceof ApiError && error.message) || text('messages.unknownError'))

/**
 * Runs a confirmed command by the catalogue. If it fails, the error is shown, and the text of a message is kept for the next
 * dialog.
 */
export async function runSpoken(command: SpokenCommand): Promise<void> {
  const body = command.command === 'message' ? (command.message ?? '').trim() : ''
  try {
    if (!(await run(command, body))) throw new Error(`the command ${command.command} is not available`)
    // An SOS and reading need no text: they keep the text of an earlier command.
    if (command.command !== 'sos' && command.command !== 'readMessages') keepText('')
  } catch (error) {
    if (body !== '') keepText(body)
    reportFailure(error)
  }
}

async function run(spoken: SpokenCommand, body: string): Promise<boolean> {
  const { command, recipientUserId: userId, messageThreadId: threadId, recipientName } = spoken
  const target = { name: recipientName ?? '', userId, threadId }
  if (command === 'call') return runCommand('call.start', target)
  if (command === 'message') return runCommand('message.send', { ...target, text: body })
  if (command === 'asrChat') return runCommand('radio.start', target)
  if (command === 'readMessages') return runCommand('messages.read', undefined)
  return command === 'sos' && runCommand('sos.countDown', undefined)
}
