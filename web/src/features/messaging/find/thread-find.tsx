import { lazy, Suspense, useEffect } from 'react'
import { isApple } from '../../../platform/device/apple.ts'
import { hasOpenDialog } from '../../../ui/dialogs/open-dialog.ts'
import { closeFindIn, openFindIn, useOpenFind } from './find-state.ts'

const FindBar = lazy(() => import('./find-bar.tsx').then(({ FindBar: bar }) => ({ default: bar })))

const isFindKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'f' && (isApple() ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey

/**
 * The search in a thread, which its menu, a day heading and Ctrl+F open. A second Ctrl+F in its field opens that of the browser.
 */
export function ThreadFind({ threadId }: { threadId: string }) {
  const open = useOpenFind(threadId)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isFindKey(event) || event.defaultPrevented || hasOpenDialog()) return
      if (event.target instanceof Element && event.target.closest('[data-find]')) return
      event.preventDefault()
      openFindIn(threadId)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [threadId])
  useEffect(() => () => closeFindIn(threadId), [threadId])
  return (
    open && (
      <Suspense>
        <FindBar open={open} />
      </Suspense>
    )
  )
}
