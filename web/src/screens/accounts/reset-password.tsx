import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { meQuery } from '../../features/accounts/accounts.queries.ts'
import { AuthLayout } from '../../features/accounts/sign-in/auth-layout.tsx'
import { NewPasswordForm } from '../../features/accounts/sign-in/new-password-form.tsx'
import { LoginLink } from '../../features/accounts/sign-in/login-link.tsx'
import { VisitorMenu } from '../../features/accounts/components/visitor-menu.tsx'
import { SosButton } from '../../features/alerts/sos/sos-button.tsx'
import { text as translate, useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { accessToken } from '../../platform/session/session.ts'
import { readStored, storageKeys, writeStored } from '../../platform/session/storage.ts'
import { toastError, toastSuccess } from '../../ui/states/toast.tsx'

/** The form for a new password. The router has moved the token of the emailed link from the address into storage. */
export function ResetPasswordScreen() {
  const text = useText()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [token] = useState(() => readStored(storageKeys.resetToken))
  const toLogin = () => void navigate({ to: paths.login, replace: true })
  useEffect(() => {
    if (token !== null) return
    toastError(translate('passwords.noToken'))
    void navigate({ to: paths.login, replace: true })
  }, [token, navigate])
  const leaveToLogin = () => {
    writeStored(storageKeys.resetToken, null)
    toLogin()
  }
  const done = async () => {
    toastSuccess('passwords.done')
    // The reset ended all sessions of this account. A session of this browser must be removed before the login opens,
    // because the login redirects signed-in users.
    if (accessToken() !== null) await cache.fetchQuery(meQuery).catch(() => null)
    leaveToLogin()
  }
  return (
    <AuthLayout title={text('passwords.title')} menu={<VisitorMenu />} sos={<SosButton size="small" />}>
      {token !== null && <NewPasswordForm token={token} onDone={() => void done()} onRefused={leaveToLogin} />}
      <LoginLink />
    </AuthLayout>
  )
}
