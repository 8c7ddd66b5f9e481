import { Button } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { toastWarning } from '../../../ui/states/toast.tsx'
import { continueOnHttps } from '../hand-over.ts'
import { secureOriginOf, useTrusted } from '../../../shared/devices/https.queries.ts'
import css from './join.module.css'

interface Props {
  readonly port: number | undefined
  readonly hasDrafts: boolean
  /** Whether no SOS is being raised. */
  readonly mayLeave: () => boolean
}

/** Whether this page is secure. If the device trusts the server, a button opens the secure page. */
export function JoinStatus({ port, hasDrafts, mayLeave }: Props) {
  const text = useText()
  const isReady = useTrusted(port)
  const [isLeaving, setLeaving] = useState(false)
  const leave = async () => {
    if (port === undefined) return
    setLeaving(true)
    await continueOnHttps(secureOriginOf(port), paths.ready, mayLeave).catch(() => toastWarning('join.handOverFailed'))
    setLeaving(false)
  }
  if (window.isSecureContext)
    return (
      <Card className={css.card}>
        <h2>{text('join.secureAlready')}</h2>
        <p>{text('join.secureAlreadyNote')}</p>
      </Card>
    )
  return (
    <Card className={css.card}>
      <output>{isReady ? <b>{text('join.trusted')}</b> : text('join.waiting')}</output>
      {isReady && <p>{text(hasDrafts ? 'join.draftsStay' : 'join.trustedNote')}</p>}
      {isReady && (
        <Button
          loading={isLeaving}
          leftSection={<IconShieldCheck size={20} stroke={2} aria-hidden="true" />}
          onClick={() => void leave()}
        >
          {text('join.continue')}
        </Button>
      )}
    </Card>
  )
}
