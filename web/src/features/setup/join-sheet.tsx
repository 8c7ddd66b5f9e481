import { wifiCode } from '@noroshi/contract/hotspot/wifi-code'
import { createPortal } from 'react-dom'
import { fill } from '@noroshi/contract/i18n'
import { joinSheetMessages } from '@noroshi/contract/setup/join-sheet-texts'
import { usePrintOnMount } from '../../ui/layout/use-print-on-mount.ts'
import { QrCode } from '../../ui/media/qr-code.tsx'
import css from './join-sheet.module.css'
import { AllowPicture, BrowserPicture, InstallPicture, type PhoneSystem } from './sheet-pictures.tsx'

interface JoinSheetContent {
  /** The name of the unit. */
  name: string
  /** The address that a phone opens to join. */
  address: string
  /** The name of the Wi-Fi; empty: the sheet has no code of it. */
  wifi: string
  passphrase: string
  /** Whether it is the Wi-Fi of the server itself, which may have no internet. */
  isHotspot: boolean
}

const systems: readonly (readonly [PhoneSystem, string])[] = [
  ['android', 'Android'],
  ['iphone', 'iPhone'],
]

type SheetKey = keyof typeof joinSheetMessages

/** A line of the sheet in Japanese and in English. */
function Both({ id, params = {} }: { id: SheetKey; params?: Record<string, string> }) {
  const { ja, en } = joinSheetMessages[id]
  return (
    <>
      <span lang="ja">{fill(ja, params)}</span>
      <span lang="en">{fill(en, params)}</span>
    </>
  )
}

const labelOf = (id: SheetKey) => `${joinSheetMessages[id].ja} / ${joinSheetMessages[id].en}`

/** The sheet for the wall: how phones join, on one page of A4. It is printed as soon as it is rendered. */
export function JoinSheet({ content, onPrinted }: { content: JoinSheetContent; onPrinted: () => void }) {
  usePrintOnMount(onPrinted)
  return createPortal(<JoinSheetPage {...content} />, document.body)
}

/** The content of the sheet. */
export function JoinSheetPage({ name, address, wifi, passphrase, isHotspot }: JoinSheetContent) {
  return (
    <article className={css.sheet} data-print-sheet translate="no">
      <h1>
        <Both id="title" params={{ name }} />
      </h1>
      <div className={css.codes}>
        <section>
          <p>
            <Both id={wifi === '' ? 'connectHere' : 'connect'} />
          </p>
          {wifi !== '' && (
            <>
              <QrCode address={wifiCode(wifi, passphrase)} label={labelOf('wifiCode')} />
              <p className={css.fact}>
                <Both id="wifi" params={{ name: wifi }} />
                {passphrase !== '' && <Both id="passphrase" params={{ passphrase }} />}
              </p>
            </>
          )}
        </section>
        <section>
          <p>
            <Both id="open" />
          </p>
          <QrCode address={address} label={labelOf('joinCode')} />
          <p className={css.fact}>{address}</p>
        </section>
      </div>
      <p>
        <Both id="install" />
      </p>
      {systems.map(([system, title]) => (
        <section key={system} className={css.system}>
          <h2>{title}</h2>
          <ol>
            <li>
              <BrowserPicture system={system} />
              <Both id={`${system}.browser`} />
            </li>
            <li>
              <InstallPicture system={system} />
              <Both id={`${system}.install`} />
            </li>
            <li>
              <AllowPicture system={system} />
              <Both id="allow" />
            </li>
          </ol>
        </section>
      ))}
      <p className={css.fact}>
        <Both id="sos" />
      </p>
      {isHotspot && (
        <p>
          <Both id="noInternet" />
        </p>
      )}
    </article>
  )
}
