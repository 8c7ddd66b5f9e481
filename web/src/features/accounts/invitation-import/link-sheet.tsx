import { useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { useQuery } from '@tanstack/react-query'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import { QrCode } from '../../../ui/media/qr-code.tsx'
import { unitQuery } from '../accounts.queries.ts'
import css from './invitation-import.module.css'
import type { PersonalLink } from './run-results.ts'

/**
 * Links with their QR codes on paper, to be cut apart. It is printed as soon as it is rendered: thousands of codes take
 * seconds and are not needed on the screen.
 */
export function LinkSheet({ links, onPrinted }: { links: readonly PersonalLink[]; onPrinted: () => void }) {
  const text = useText()
  const language = useLanguage()
  const { data: unit } = useQuery(unitQuery)
  const print = useEffectEvent(() => {
    window.print()
    onPrinted()
  })
  useEffect(() => {
    // After the frame that shows the button as busy. `print` returns when the dialog of the browser is closed.
    const timer = setTimeout(print)
    return () => clearTimeout(timer)
  }, [])
  return createPortal(
    <ul className={css.sheet} data-print-sheet>
      {links.map(({ person, url, expiresAt }) => (
        <li key={person.number}>
          <QrCode address={url} label={text('admin.linkQr')} />
          <div>
            <b>{nameOf(person) || person.email}</b>
            <p>{unit?.name}</p>
            <p>{text('invitationImport.sheetNote', { date: fullDateTime(expiresAt, language) })}</p>
            <p>{url}</p>
          </div>
        </li>
      ))}
    </ul>,
    document.body,
  )
}
