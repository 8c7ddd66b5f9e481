import { useState } from 'react'
import { useLogout } from '../features/accounts/accounts.queries.ts'
import { useUnsentSos } from '../features/alerts/outbox.ts'
import { useUnsent } from '../features/messaging/pending.ts'
import { useText } from '../platform/i18n.ts'
import { countStored, storagePrefixes } from '../platform/storage.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { logoutNotes } from './logout-notes.ts'

/** Says what becomes of what has not been sent yet. */
export function LogoutDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const logout = useLogout()
  const [pages] = useState(() => countStored(storagePrefixes.unsentPage))
  const notes = logoutNotes({ sos: useUnsentSos().length, messages: useUnsent(), pages }, text)
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
