import { IconAlertTriangle } from '@tabler/icons-react'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { useUnsentSos } from './unsent-sos.ts'
import css from './sos-pending.module.css'

/** A bar above every screen while an SOS of this device is unsent. It moves the screen down and covers nothing. */
export function SosPending({ onShow }: { onShow: (clientId: string) => void }) {
  const text = useText()
  const language = useLanguage()
  const unsent = useUnsentSos()
  if (unsent.length === 0) return null
  const isOne = unsent.length === 1
  return (
    <section className={css.pending} data-many={!isOne || undefined} aria-label={text('alerts.sos.kept')}>
      <IconAlertTriangle size={24} stroke={2} aria-hidden="true" />
      <p role="status">
        <b>{text('alerts.sos.kept')}</b>
        <span>{text('alerts.sos.keptShort')}</span>
      </p>
      <div className={css.each}>
        {unsent.map(({ clientId, createdAt }) => (
          <button key={clientId} type="button" onClick={() => onShow(clientId)}>
            {isOne ? text('alerts.sos.show') : text('alerts.sos.showAt', { time: dateTime(createdAt, language) })}
          </button>
        ))}
      </div>
    </section>
  )
}
