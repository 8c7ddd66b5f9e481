import { useLocation } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect } from 'react'
import { newId } from '../../platform/ids.ts'
import { createObservable, useObservable } from '../../platform/observable.ts'
import { Boundary } from '../states/boundary.tsx'

interface HostedDialog {
  readonly id: string
  readonly content: ReactNode
}

const dialogs = createObservable<readonly HostedDialog[]>([])

/**
 * Opens a dialog that outlives the element that opened it. If a post is deleted meanwhile, it disappears from its list,
 * but the text that the user typed about it stays.
 */
export function openDialog(render: (onClose: () => void) => ReactNode): void {
  const id = newId()
  const onClose = () => dialogs.set(dialogs.get().filter((dialog) => dialog.id !== id))
  dialogs.set([...dialogs.get(), { id, content: render(onClose) }])
}

/**
 * Renders these dialogs. Use it once in the application. Navigation to another screen closes them after the question of
 * their guard.
 */
export function DialogHost() {
  const shown = useObservable(dialogs)
  const pathname = useLocation({ select: (location) => location.pathname })
  useEffect(() => () => dialogs.set([]), [pathname])
  return shown.map(({ id, content }) => (
    <Boundary key={id}>
      <Suspense>{content}</Suspense>
    </Boundary>
  ))
}
