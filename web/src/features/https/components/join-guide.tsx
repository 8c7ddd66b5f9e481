import type { ReactNode } from 'react'
import type { HttpsInfo } from '@noroshi/contract/https/https.http'
import { useText } from '../../../platform/language/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { QrCode } from '../../../ui/media/qr-code.tsx'
import { EmptyState } from '../../../ui/states/states.tsx'
import { joinAddress } from '../../../shared/devices/join-address.ts'
import { JoinSteps } from './join-steps.tsx'
import css from './join.module.css'

interface JoinProps {
  /** null: the server has no HTTPS port. */
  info: HttpsInfo | null
  /** The next step: the button that opens the secure page. */
  status: ReactNode
}

/** Explains how this device and others come to trust the server. */
export function JoinGuide({ info, status }: JoinProps) {
  const text = useText()
  if (info === null && !window.isSecureContext) return <EmptyState title={text('join.noHttps')} note={text('join.noHttpsNote')} />
  return (
    <div className={css.column}>
      <p>{text('join.why')}</p>
      {status}
      {info?.hasOwnAuthority === true && <JoinSteps fingerprint={info.fingerprint} />}
      {info && <OtherDevices address={joinAddress(info, window.location.hostname)} />}
    </div>
  )
}

function OtherDevices({ address }: { address: string }) {
  const text = useText()
  return (
    <Card className={css.card}>
      <h2>{text('join.others')}</h2>
      <p className={css.note}>{text('join.othersNote')}</p>
      <QrCode address={address} label={text('join.qr', { address })} />
      <p className={css.address}>{address}</p>
    </Card>
  )
}
