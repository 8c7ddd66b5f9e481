import type { Viewer } from '@noroshi/contract/define'
import { createObservable, useObservable } from '../observable.ts'

/** The user that is signed in. The overlays set it, because features do not import each other. */
const viewer = createObservable<Viewer>(null)

export function setCurrentUser(next: Viewer) {
  const current = viewer.get()
  if (current?.id !== next?.id || current?.isAdmin !== next?.isAdmin) viewer.set(next)
}

export const currentUser = viewer.get

export const useCurrentUser = (): Viewer => useObservable(viewer)
