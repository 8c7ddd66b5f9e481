import { useLogout } from '../features/accounts/accounts.queries.ts'
import { useUnsentSos } from '../features/alerts/outbox.ts'
import { useText } from '../platform/i18n.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** Says what becomes of an SOS that has not been sent yet (product decision). */
export function LogoutDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const logout = useLogout()
  const hasUnsent = useUnsentSos().length > 0
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => logout.mutate()}
      isBusy={logout.isPending}
      title={text('accounts.logoutConfirm')}
    >
      {hasUnsent && <p>{text('accounts.logoutUnsent')}</p>}
    </ConfirmDialog>
  )
}
