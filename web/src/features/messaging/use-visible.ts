import { useSyncExternalStore } from 'react'

const watch = (watcher: () => void) => {
  document.addEventListener('visibilitychange', watcher)
  return () => document.removeEventListener('visibilitychange', watcher)
}

/** Whether this page is before somebody's eyes. */
export const useVisible = (): boolean => useSyncExternalStore(watch, () => document.visibilityState === 'visible')
