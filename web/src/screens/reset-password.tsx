import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Entrance } from '../features/accounts/components/entrance.tsx'
import { NewPasswordForm } from '../features/accounts/components/new-password-form.tsx'
import { VisitorMenu } from '../features/accounts/components/visitor-menu.tsx'
import { SosKey } from '../features/alerts/components/sos-key.tsx'
import { text as say, useText } from '../platform/i18n.ts'
import { paths } from '../platform/paths.ts'
import { readStored, storageKeys, writeStored } from '../platform/storage.ts'
import { toastError, toastSuccess } from '../ui/toast.tsx'

/** The token of the emailed link is in the storage already, and no longer in the address: the router moved it. */
export function ResetPasswordScreen() {
  const text = useText()
  const navigate = useNavigate()
  const [token] = useState(() => readStored(storageKeys.resetToken))
  const toLogin = () => void navigate({ to: paths.login, replace: true })
  useEffect(() => {
    if (token !== null) return
    toastError(say('passwords.noToken'))
    void navigate({ to: paths.login, replace: true })
  }, [token, navigate])
  const leave = () => {
    writeStored(storageKeys.resetToken, null)
    toLogin()
  }
  const done = () => {
    toastSuccess('passwords.done')
    leave()
  }
  return (
    <Entrance title={text('passwords.title')} menu={<VisitorMenu />} sos={<SosKey size="small" />}>
      {token !== null && <NewPasswordForm token={token} onDone={done} onRefused={leave} />}
    </Entrance>
  )
}
