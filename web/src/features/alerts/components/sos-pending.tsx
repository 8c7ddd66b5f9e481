import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../../../platform/i18n.ts'
import { outbox, useUnsentSos } from '../outbox.ts'
import { useRaiseStage } from '../raise.ts'
import css from './sos-pending.module.css'

/** Over every page while an SOS of this device is not sent: nobody may believe that help is coming when it is not. */
export function SosPending({ onShow }: { onShow: () => void }) {
  const text = useText()
  const unsent = useUnsentSos()
  const stage = useRaiseStage()
  if (unsent.length === 0) return null
  return (
    <section className={css.pending} aria-label={text('alerts.sos.kept')}>
      <IconAlertTriangle size={24} stroke={2} aria-hidden="true" />
      <p role="status">
        <b>{text('alerts.sos.kept')}</b>
        <span>{text('alerts.sos.keptShort')}</span>
      </p>
      <button type="button" onClick={() => (stage === 'kept' ? onShow() : void outbox.nudge())}>
        {text(stage === 'kept' ? 'alerts.sos.show' : 'alerts.sos.tryNow')}
      </button>
    </section>
  )
}
