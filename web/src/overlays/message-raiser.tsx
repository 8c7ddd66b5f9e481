import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { openPersonalThread } from '../features/messaging/personal-thread.ts'
import { upsertThread } from '../features/messaging/thread-cache.ts'
import { useText } from '../platform/i18n.ts'
import { paths } from '../platform/paths.ts'
import css from './emergency-dialog.module.css'

interface Props {
  userId: string
  /** The button ignores clicks. */
  isGuarded: boolean
  onStarted: () => void
  children: ReactNode
}

/** Opens the personal chat with the raiser of an alert. It shows failures itself, because a toast would be below the alarm. */
export function MessageRaiser({ userId, isGuarded, onStarted, children }: Props) {
  const text = useText()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending, isError } = useMutation({
    meta: { isHandled: true },
    mutationFn: openPersonalThread,
    onSuccess: (thread) => {
      upsertThread(cache, thread)
      onStarted()
      void navigate({ to: paths.thread, params: { messageThreadId: thread.id } })
    },
  })
  return (
    <>
      {isError && (
        <p className={css.failed} role="alert">
          {text('alerts.alarm.messageFailed')}
        </p>
      )}
      <button
        type="button"
        aria-busy={isPending}
        aria-disabled={isGuarded || undefined}
        onClick={() => isGuarded || isPending || mutate(userId)}
      >
        {children}
      </button>
    </>
  )
}
