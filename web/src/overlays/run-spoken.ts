import type { SpokenCommand } from '@noroshi/contract/hands-free/hands-free.http'
import type { PersonState } from '@noroshi/contract/roll-calls/roll-calls'
import { keepText } from '../features/hands-free/kept-text.ts'
import { runCommand } from '../platform/commands/commands.ts'
import { reportFailure } from './report-failure.ts'

const USES_TEXT: ReadonlySet<SpokenCommand['command']> = new Set(['call', 'message', 'asrChat'])

/** The answers to a roll-call by their commands. */
const STATES: { readonly [Command in SpokenCommand['command']]?: PersonState } = {
  answerSafe: 'safe',
  answerInjured: 'injured',
  answerNeedHelp: 'needHelp',
}

/**
 * Runs a confirmed command by the catalogue. If it fails, the error is shown, and the text of a message is kept for the
 * next dialog.
 */
export async function runSpoken(command: SpokenCommand): Promise<void> {
  const body = command.command === 'message' ? (command.message ?? '').trim() : ''
  try {
    if (!(await run(command, body))) throw new Error(`the command ${command.command} is not available`)
    // The other commands need no text: they keep that of an earlier command.
    if (USES_TEXT.has(command.command)) keepText('')
  } catch (error) {
    if (body !== '') keepText(body)
    reportFailure(error)
  }
}

async function run(spoken: SpokenCommand, body: string): Promise<boolean> {
  const { command, recipientUserId: userId, messageThreadId: threadId } = spoken
  const target = { userId, threadId }
  if (command === 'call') return runCommand('call.start', target)
  if (command === 'message') return runCommand('message.send', { ...target, text: body })
  if (command === 'asrChat') return runCommand('radio.start', target)
  if (command === 'readMessages') return runCommand('messages.read', undefined)
  const state = STATES[command]
  if (state !== undefined) return runCommand('rollCall.answer', { state })
  if (command === 'stop') return runCommand('reading.stop', undefined)
  return command === 'sos' && runCommand('sos.countDown', { isSpoken: true })
}
