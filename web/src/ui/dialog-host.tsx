import { useLocation } from '@tanstack/react-router'
import { Fragment, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react'
import { newId } from '../platform/ids.ts'

interface HostedDialog {
  readonly id: string
  readonly content: ReactNode
}

let dialogs: readonly HostedDialog[] = []
const listeners = new Set<() => void>()

const setDialogs = (next: readonly HostedDialog[]) => {
  dialogs = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Opens a dialog that outlives the element that opened it. If a post is deleted meanwhile, it disappears from its list, but the
 * text that the user typed about it stays.
 */
export function openDialog(render: (onClose: () => void) => ReactNode): void {
  const id = newId()
  const onClose = () => setDialogs(dialogs.filter((dialog) => dialog.id !== id))
  setDialogs([...dialogs, { id, content: render(onClose) }])
}

/**
 * Renders these dialogs. Use it once in the application. Navigation to another screen closes them after the question of their
 * guard.
 */
export function DialogHost() {
  const shown = useSyncExternalStore(subscribe, () => dialogs)
  const pathname = useLocation({ select: (location) => location.pathname })
  useEffect(() => () => setDialogs([]), [pathname])
  return shown.map(({ id, content }) => (
    <Suspense key={id}>
      <Fragment>{content}</Fragment>
    </Suspense>
  ))
}
