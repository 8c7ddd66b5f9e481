import type { ReactNode } from 'react'
import { useCommand } from '../../platform/commands/use-command.ts'
import { type MessageKey, useText } from '../../platform/language/i18n.ts'
import css from './alarm-contacts.module.css'

interface Props {
  command: 'call.start' | 'chat.open'
  userId: string
  /** The text that is shown when the command fails. */
  failure: MessageKey
  /** The button ignores clicks. */
  isGuarded: boolean
  onStarted: () => void
  children: ReactNode
}

/**
 * Calls the raiser of an alert or opens the personal chat with them. It shows failures itself, because a toast would be
 * below the alarm.
 */
export function ContactRaiser({ command, userId, failure, isGuarded, onStarted, children }: Props) {
  const text = useText()
  const { run, isRunning, hasFailed } = useCommand(command, { onDone: onStarted, onFailed: () => undefined })
  return (
    <>
      {hasFailed && (
        <p className={css.failed} role="alert">
          {text(failure)}
        </p>
      )}
      <button
        type="button"
        aria-busy={isRunning}
        aria-disabled={isGuarded || undefined}
        onClick={() => isGuarded || isRunning || run({ userId, threadId: null })}
      >
        {children}
      </button>
    </>
  )
}
