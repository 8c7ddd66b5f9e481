import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'
import css from '../components/profile.module.css'

const ChangePasswordDialog = lazy(() =>
  import('./change-password-dialog.tsx').then(({ ChangePasswordDialog }) => ({ default: ChangePasswordDialog })),
)
const ChangeEmailDialog = lazy(() =>
  import('./change-email-dialog.tsx').then(({ ChangeEmailDialog }) => ({ default: ChangeEmailDialog })),
)

/** Changes of the user's own email and password. */
export function SecurityCard() {
  const text = useText()
  const [dialog, setDialog] = useState<'email' | 'password' | null>(null)
  const close = () => setDialog(null)
  return (
    <Card>
      <h3 className={css.title}>{text('account.security')}</h3>
      <div className={css.actions}>
        <Button variant="default" aria-haspopup="dialog" onClick={() => setDialog('email')}>
          {text('account.changeEmail')}
        </Button>
        <Button variant="default" aria-haspopup="dialog" onClick={() => setDialog('password')}>
          {text('account.changePassword')}
        </Button>
      </div>
      <Suspense>
        {dialog === 'email' && <ChangeEmailDialog onClose={close} />}
        {dialog === 'password' && <ChangePasswordDialog onClose={close} />}
      </Suspense>
    </Card>
  )
}
