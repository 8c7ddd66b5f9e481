import { useState, useSyncExternalStore } from 'react'
import { useLogout } from '../features/accounts/accounts.queries.ts'
import { useUnsentSos } from '../features/alerts/sos/unsent-sos.ts'
import { useText } from '../platform/language/i18n.ts'
import { outbox } from '../platform/outbox/outbox.ts'
import { storagePrefixes, storedKeys } from '../platform/session/storage.ts'
import { hasUnsaved } from '../platform/forms/unsaved.ts'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { logoutNotes } from './logout-notes.ts'

/** Asks before a logout and lists what happens to unsent content. */
export function LogoutDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const logout = useLogout()
  const [pages] = useState(() => storedKeys(storagePrefixes.unsentPage).length)
  const [hasDrafts] = useState(() => storedKeys(storagePrefixes.draft).length > 0 || hasUnsaved())
  const entries = useSyncExternalStore(outbox.subscribe, outbox.contentCount)
  const notes = logoutNotes({ sos: useUnsentSos().length, entries, pages, hasDrafts }, text)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => logout.mutate()}
      isBusy={logout.isPending}
      title={text('accounts.logoutConfirm')}
    >
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </ConfirmDialog>
  )
}
