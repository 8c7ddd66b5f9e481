import { createPortal } from 'react-dom'
import type { RegisteredPerson } from '@noroshi/contract/reception/people'
import { qrOfPerson } from '@noroshi/contract/reception/person-code'
import { useText } from '../../../platform/language/i18n.ts'
import { usePrintOnMount } from '../../../ui/layout/use-print-on-mount.ts'
import { QrCode } from '../../../ui/media/qr-code.tsx'
import css from './reception.module.css'

/** Cards or wristbands with QR codes on paper. They are printed as soon as they are rendered. */
export function CardSheet({ people, onPrinted }: { people: readonly RegisteredPerson[]; onPrinted: () => void }) {
  const text = useText()
  usePrintOnMount(onPrinted)
  return createPortal(
    <div data-print-sheet>
      {people.map((person) => (
        <div key={person.id} className={css.qr}>
          <QrCode address={qrOfPerson(person.code)} label={text('reception.cardOf', { name: person.name })} />
          <b>{person.code}</b>
          <span translate="no">{person.name}</span>
        </div>
      ))}
    </div>,
    document.body,
  )
}
