import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { AuthLayout } from '../../features/accounts/sign-in/auth-layout.tsx'
import { ConfirmEmailForm } from '../../features/accounts/sign-in/confirm-email-form.tsx'
import { LoginLink } from '../../features/accounts/sign-in/login-link.tsx'
import { VisitorMenu } from '../../features/accounts/components/visitor-menu.tsx'
import { SosButton } from '../../features/alerts/sos/sos-button.tsx'
import { text as translate, useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { accessToken } from '../../platform/session/session.ts'
import { readStored, storageKeys, writeStored } from '../../platform/session/storage.ts'
import { toastError, toastSuccess } from '../../ui/states/toast.tsx'

/** Confirms a new email. The router has moved the token of the mailed link from the address into storage. */
export function ConfirmEmailScreen() {
  const text = useText()
  const navigate = useNavigate()
  const [token] = useState(() => readStored(storageKeys.emailToken))
  const leave = () => {
    writeStored(storageKeys.emailToken, null)
    void navigate({ to: accessToken() === null ? paths.login : paths.me, replace: true })
  }
  useEffect(() => {
    if (token !== null) return
    toastError(translate('passwords.noToken'))
    void navigate({ to: paths.home, replace: true })
  }, [token, navigate])
  const done = () => {
    toastSuccess('account.emailChanged')
    leave()
  }
  return (
    <AuthLayout title={text('account.confirmEmail')} menu={<VisitorMenu />} sos={<SosButton size="small" />}>
      {token !== null && <ConfirmEmailForm token={token} onDone={done} onRefused={leave} />}
      <LoginLink />
    </AuthLayout>
  )
}
