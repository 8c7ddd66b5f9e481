import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react'
import { useUnsentSos } from '../features/alerts/sos/unsent-sos.ts'
import { useText } from '../platform/language/i18n.ts'
import css from './alarm/emergency-dialog.module.css'

/** Shown in the alarm of another user: this device's own SOS is not sent yet. A click opens its dialog. */
export function UnsentBar({ onShow }: { onShow: (clientId: string) => void }) {
  const text = useText()
  const [first] = useUnsentSos()
  if (!first) return null
  return (
    <button type="button" className={css.unsent} onClick={() => onShow(first.clientId)}>
      <IconAlertTriangle size={22} stroke={2} aria-hidden="true" />
      <b>{text('alerts.sos.kept')}</b>
      <span>{text('alerts.sos.show')}</span>
      <IconChevronRight size={22} stroke={2.25} aria-hidden="true" />
    </button>
  )
}
