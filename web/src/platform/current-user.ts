import { useSyncExternalStore } from 'react'
import type { Viewer } from '@noroshi/contract/define'

/** The user that is signed in. The overlays set it, because features do not import each other. */
let viewer: Viewer = null
const listeners = new Set<() => void>()

export function setCurrentUser(next: Viewer) {
  if (viewer?.id === next?.id && viewer?.isAdmin === next?.isAdmin) return
  viewer = next
  for (const listener of listeners) listener()
}

export const currentUser = (): Viewer => viewer

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useCurrentUser = (): Viewer => useSyncExternalStore(subscribe, currentUser)
