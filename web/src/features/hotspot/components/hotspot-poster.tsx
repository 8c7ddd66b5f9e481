import { IconDeviceMobile, IconUrgent, IconWifi } from '@tabler/icons-react'
import { HOTSPOT_NAME } from '@noroshi/contract/hotspot/hotspot.http'
import { wifiCode } from '@noroshi/contract/hotspot/wifi-code'
import { type MessageKey, useText } from '../../../platform/language/i18n.ts'
import { QrCode } from '../../../ui/media/qr-code.tsx'
import type { PosterText } from '../hotspot.queries.ts'
import css from './hotspot.module.css'

const ADDRESS = `http://${HOTSPOT_NAME}/`

interface Props {
  wifi: { name: string; passphrase: string }
  texts: PosterText
}

/** A sheet of paper: how to join the Wi-Fi and open the server, in three steps and all languages. */
export function HotspotPoster({ wifi: { name, passphrase }, texts }: Props) {
  const text = useText()
  const lines = (key: MessageKey) =>
    texts(key).map((line) => (
      <span key={line.language} lang={line.language}>
        {line.text}
      </span>
    ))
  return (
    <article className={css.poster}>
      <h2>{lines('hotspot.poster')}</h2>
      <ol className={css.steps}>
        <li>
          <IconWifi size={56} stroke={1.5} aria-hidden="true" />
          <div>
            <p>{lines('hotspot.step1')}</p>
            <dl>
              <dt>{lines('hotspot.wifi').slice(0, 1)}</dt>
              <dd translate="no">{name}</dd>
              <dt>{lines('hotspot.passphrase')}</dt>
              <dd translate="no">{passphrase}</dd>
            </dl>
          </div>
          <QrCode address={wifiCode(name, passphrase)} label={text('hotspot.wifiQr', { name })} />
        </li>
        <li>
          <IconDeviceMobile size={56} stroke={1.5} aria-hidden="true" />
          <div>
            <p>{lines('hotspot.step2')}</p>
            <b translate="no">{ADDRESS}</b>
          </div>
          <QrCode address={ADDRESS} label={text('hotspot.addressQr', { address: ADDRESS })} />
        </li>
        <li>
          <IconUrgent size={56} stroke={1.5} aria-hidden="true" />
          <p>{lines('hotspot.step3')}</p>
        </li>
      </ol>
      <p className={css.note}>{lines('hotspot.posterNote')}</p>
    </article>
  )
}
