import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../../platform/language/i18n.ts'
import { isSigningOut } from '../../platform/session/session.ts'
import { addUnsaved, discardUnsaved, isLatestUnsaved, type UnsavedEntry } from '../../platform/forms/unsaved.ts'
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx'

interface Target {
  readonly pathname: string
  readonly search: unknown
}

const isSameScreen = (a: Target, b: Target) => a.pathname === b.pathname && JSON.stringify(a.search) === JSON.stringify(b.search)

export interface UnsavedGuard {
  /** Closes at once, or asks first while content is unsaved. */
  readonly leave: () => void
  /** Asks before it calls the function. For a discard that closes nothing. */
  readonly ask: (discard: () => void) => void
  /** The confirmation is visible. */
  readonly isAsking: boolean
  /** The confirmation; the caller renders it. */
  readonly question: ReactNode
}

/**
 * Protects content that only memory has. Closing, in-app navigation and browser Back ask first; a reload or a closed
 * tab shows the browser's own question.
 * @param onDiscard closes the content; also called after the user confirmed a navigation.
 */
export function useUnsavedGuard(hasUnsaved: boolean, onDiscard: () => void): UnsavedGuard {
  const text = useText()
  const [asked, setAsked] = useState<{ readonly discard?: () => void } | null>(null)
  const entry = useRef<UnsavedEntry | null>(null)
  const discard = useEffectEvent(onDiscard)
  useLayoutEffect(() => {
    if (!hasUnsaved) return
    const added = { discard: () => discard() }
    entry.current = added
    const remove = addUnsaved(added)
    return () => {
      entry.current = null
      remove()
    }
  }, [hasUnsaved])
  const shouldBlockFn = useCallback(
    ({ current, next }: { current: Target; next: Target }) => !isSameScreen(current, next) && isLatestUnsaved(entry.current),
    [],
  )
  const enableBeforeUnload = useCallback(() => entry.current !== null && !isSigningOut(), [])
  const navigation = useBlocker({ shouldBlockFn, enableBeforeUnload, disabled: !hasUnsaved, withResolver: true })
  const isLeaving = navigation.status === 'blocked'
  const isAsking = isLeaving || (asked !== null && (hasUnsaved || asked.discard !== undefined))

  const stay = () => {
    setAsked(null)
    if (isLeaving) navigation.reset()
  }
  const confirm = () => {
    setAsked(null)
    if (!isLeaving) return (asked?.discard ?? onDiscard)()
    discardUnsaved()
    navigation.proceed()
  }
  return {
    leave: () => (hasUnsaved ? setAsked({}) : onDiscard()),
    ask: (instead) => setAsked({ discard: instead }),
    isAsking,
    // Mounted only while it asks: a closed but mounted dialog would take the Escape that asks.
    question: isAsking && (
      <ConfirmDialog
        isOpen
        onClose={stay}
        onConfirm={confirm}
        title={text('chrome.discardTitle')}
        confirmLabel={text('chrome.discard')}
        cancelLabel={text('chrome.keepEditing')}
      >
        <p>{text('chrome.discardNote')}</p>
      </ConfirmDialog>
    ),
  }
}

/** For content that survives in-app navigation: only a reload or a closed tab shows the browser's question. */
export function useReloadGuard(isAtRisk: boolean) {
  useEffect(() => {
    if (!isAtRisk) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!isSigningOut()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isAtRisk])
}

/** {@link useUnsavedGuard} for a form outside dialogs: only leaving the screen asks. */
export function LeaveGuard({ hasUnsaved, onDiscard = () => undefined }: { hasUnsaved: boolean; onDiscard?: () => void }) {
  return useUnsavedGuard(hasUnsaved, onDiscard).question
}
