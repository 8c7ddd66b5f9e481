import { createPortal } from 'react-dom'
import { useText } from '../../platform/language/i18n.ts'
import { usePrintOnMount } from '../../ui/layout/use-print-on-mount.ts'
import { QrCode } from '../../ui/media/qr-code.tsx'
import css from './link-sheet.module.css'

/** The link of a person on paper. */
export interface PrintedLink {
  readonly id: string
  /** The person whose link it is. */
  readonly name: string
  /** The paragraphs between the name and the link. */
  readonly notes: readonly string[]
  readonly url: string
}

/**
 * Links with their QR codes on paper, to be cut apart. It is printed as soon as it is rendered: thousands of codes take
 * seconds and are not needed on the screen.
 */
export function LinkSheet({ links, onPrinted }: { links: readonly PrintedLink[]; onPrinted: () => void }) {
  const text = useText()
  usePrintOnMount(onPrinted)
  return createPortal(
    <ul className={css.sheet} data-print-sheet>
      {links.map(({ id, name, notes, url }) => (
        <li key={id}>
          <QrCode address={url} label={text('admin.linkQr')} />
          <div>
            <b translate="no">{name}</b>
            {notes.map((note, index) => (
              <p key={index}>{note}</p>
            ))}
            <p>{url}</p>
          </div>
        </li>
      ))}
    </ul>,
    document.body,
  )
}
