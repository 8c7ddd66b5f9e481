import type { ReactNode } from 'react'
import { useCommand } from '../platform/commands/use-command.ts'
import { useText } from '../platform/i18n.ts'
import css from './emergency-dialog.module.css'

interface Props {
  userId: string
  /** The button ignores clicks. */
  isGuarded: boolean
  onStarted: () => void
  children: ReactNode
}

/**
 * Opens the personal chat with the raiser of an alert. It shows failures itself, because a toast would be below the
 * alarm.
 */
export function MessageRaiser({ userId, isGuarded, onStarted, children }: Props) {
  const text = useText()
  const { run, isRunning, hasFailed } = useCommand('chat.open', { onDone: onStarted, onFailed: () => undefined })
  return (
    <>
      {hasFailed && (
        <p className={css.failed} role="alert">
          {text('alerts.alarm.messageFailed')}
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
