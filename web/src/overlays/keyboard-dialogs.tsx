import { lazy } from 'react'
import { withTexts } from '../platform/language/i18n.ts'
import { paths } from '../platform/paths/paths.ts'
import { openDialog } from '../ui/dialogs/dialog-host.tsx'
import type { Page } from './command-actions.tsx'

const ThreadSwitcher = lazy(() =>
  withTexts(() => import('../features/messaging/components/thread-switcher.tsx')).then(({ ThreadSwitcher: switcher }) => ({
    default: switcher,
  })),
)
const ShortcutsDialog = lazy(() =>
  withTexts(() => import('./shortcuts-dialog.tsx')).then(({ ShortcutsDialog: dialog }) => ({ default: dialog })),
)

export function switchChat({ navigate }: Page): void {
  openDialog((onClose) => (
    <ThreadSwitcher
      onPick={(messageThreadId) => {
        onClose()
        void navigate({ to: paths.thread, params: { messageThreadId } })
      }}
      onClose={onClose}
    />
  ))
}

export function showShortcuts(): void {
  openDialog((onClose) => <ShortcutsDialog onClose={onClose} />)
}
