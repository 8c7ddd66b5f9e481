import { useSyncExternalStore } from 'react'
import type { Viewer } from '@noroshi/contract/define'

/** Who reads this page. Told by the overlays, which know the account: features do not import each other. */
let reader: Viewer = null
const watchers = new Set<() => void>()

export function setReader(next: Viewer) {
  if (reader?.id === next?.id && reader?.isAdmin === next?.isAdmin) return
  reader = next
  for (const watcher of watchers) watcher()
}

export const currentReader = (): Viewer => reader

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const useReader = (): Viewer => useSyncExternalStore(watch, currentReader)
