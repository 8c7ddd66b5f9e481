import { Button } from '@mantine/core'
import type { AdminUser } from '@noroshi/contract/admin/users.http'
import { RESET_MINUTES } from '@noroshi/contract/limits'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import css from '../../../ui/forms/form.module.css'
import { useResetLink } from './users.queries.ts'
import { CopyLine } from '../../../shared/admin/copy-line.tsx'

/** Creates a reset link after a confirmation, because an older link becomes invalid. Shows the link once. */
export function ResetLinkDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const text = useText()
  const { mutate, data, isPending } = useResetLink()
  if (!data) {
    return (
      <ConfirmDialog
        isOpen
        onClose={onClose}
        onConfirm={() => mutate(user.id)}
        isBusy={isPending}
        title={text('adminUsers.resetLinkConfirm', { name: nameOf(user) })}
        confirmLabel={text('adminUsers.resetLinkMake')}
      />
    )
  }
  return (
    <Dialog isOpen onClose={onClose} title={text('adminUsers.resetLink')}>
      <div className={css.fields}>
        <p>{text('adminUsers.resetLinkHint', { name: nameOf(user), minutes: RESET_MINUTES })}</p>
        <CopyLine ownLink={data} />
        <Button variant="default" onClick={onClose}>
          {text('chrome.close')}
        </Button>
      </div>
    </Dialog>
  )
}
