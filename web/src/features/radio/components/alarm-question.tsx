import { useText } from '../../../platform/language/i18n.ts'
import type { RadioRoom } from '../media/radio-room.ts'
import css from './alarm-question.module.css'

/** Asks whether a talk goes on during an alarm. */
export function AlarmQuestion({ room }: { room: RadioRoom }) {
  const text = useText()
  return (
    <div className={css.question}>
      <p role="alert">{text('radio.alarm.question')}</p>
      <button type="button" onClick={() => room.answerInterruption(true)}>
        {text('radio.alarm.goOn')}
      </button>
      <button type="button" onClick={() => room.answerInterruption(false)}>
        {text('radio.alarm.stop')}
      </button>
    </div>
  )
}
