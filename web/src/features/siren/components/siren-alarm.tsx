import { IconChevronLeft, IconChevronRight, IconVolumeOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { SirenAlert } from '@noroshi/contract/siren/siren.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { age, dateTime } from '../../../platform/language/time.ts'
import { useNow } from '../../../platform/use-now.ts'
import { raiserName } from '../../../shared/alerts/raiser-name.ts'
import type { SirenView } from '../siren-link.ts'
import type { SirenAlarms } from '../use-siren.ts'
import { SoundGate } from './siren-device.tsx'
import { LostConnection } from './siren-idle.tsx'
import css from './siren.module.css'

/** Milliseconds for which each alert is shown if there are several. */
const SHOWN_MS = 10_000

/**
 * Returns the index of the shown alert. It advances automatically until the user selects an alert. A new alert is shown
 * first.
 */
function useShownAlert(alerts: readonly SirenAlert[]) {
  const newestId = alerts[0]?.id
  const [shown, setShown] = useState({ newestId, index: 0, isChosen: false })
  if (shown.newestId !== newestId) setShown({ newestId, index: 0, isChosen: false })
  const count = alerts.length
  useEffect(() => {
    if (count < 2 || shown.isChosen) return
    const timer = setInterval(() => setShown((now) => ({ ...now, index: (now.index + 1) % count })), SHOWN_MS)
    return () => clearInterval(timer)
  }, [count, shown.isChosen, shown.newestId])
  const index = Math.min(shown.index, count - 1)
  const choose = (step: 1 | -1) => setShown({ newestId, index: (index + step + count) % count, isChosen: true })
  return { index, choose }
}

/** The alarm of a siren screen. It is readable from 5 m. */
export function SirenAlarm({ view, alarms }: { view: SirenView; alarms: SirenAlarms }) {
  const text = useText()
  const { alerts, total, isSounding, stopSound } = alarms
  const { index, choose } = useShownAlert(alerts)
  const alert = alerts[index]
  if (!alert) return null
  return (
    <div className={css.alarm} data-sounding={isSounding || undefined}>
      {view.connection === 'lost' && <LostConnection view={view} showsAlerts />}
      <SoundGate />
      <header className={css.alarmHead}>
        <h1>{text('siren.alert')}</h1>
        {total > 1 && (
          <p className={css.count}>
            <button type="button" aria-label={text('siren.previous')} onClick={() => choose(-1)}>
              <IconChevronLeft size={32} stroke={2} aria-hidden="true" />
            </button>
            <span>{text('siren.alertOf', { number: index + 1, total })}</span>
            <button type="button" aria-label={text('siren.next')} onClick={() => choose(1)}>
              <IconChevronRight size={32} stroke={2} aria-hidden="true" />
            </button>
          </p>
        )}
      </header>
      <AlertFacts alert={alert} />
      <button type="button" className={css.stop} aria-disabled={!isSounding} onClick={stopSound}>
        <IconVolumeOff size={32} stroke={2} aria-hidden="true" />
        {text(isSounding ? 'siren.stopSound' : 'siren.soundStopped')}
      </button>
    </div>
  )
}

/** Returns the length class of a text. A shorter text is shown larger. */
const lengthOf = (text: string) => (text.length < 60 ? 'short' : text.length < 240 ? 'medium' : 'long')

function AlertFacts({ alert }: { alert: SirenAlert }) {
  const text = useText()
  const language = useLanguage()
  const now = useNow()
  const { raisedBy, createdAt, textContent, latitude, longitude } = alert
  const location = latitude === null || longitude === null ? null : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  return (
    <section className={css.facts} role="alert" tabIndex={0}>
      <p className={css.raiser} translate={raisedBy ? 'no' : undefined}>
        {raiserName(alert, text)}
      </p>
      <p className={css.when}>
        <time dateTime={createdAt}>{dateTime(createdAt, language)}</time> <span>{age(createdAt, now, language)}</span>
      </p>
      <p className={css.text} data-length={lengthOf(textContent)}>
        {textContent || text('siren.noText')}
      </p>
      <p className={css.location}>{location ?? text('siren.noLocation')}</p>
    </section>
  )
}
