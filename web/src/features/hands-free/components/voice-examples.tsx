import { useText } from '../../../platform/language/i18n.ts'
import css from './voice-dialog.module.css'

const EXAMPLES = [
  'handsFree.example.call',
  'handsFree.example.message',
  'handsFree.example.radio',
  'handsFree.example.safe',
  'handsFree.example.sos',
] as const

/** Commands that the user may say or type. */
export function VoiceExamples() {
  const text = useText()
  return (
    <div className={css.examples}>
      <p>{text('handsFree.examples')}</p>
      <ul>
        {EXAMPLES.map((key) => (
          <li key={key}>{text(key)}</li>
        ))}
      </ul>
    </div>
  )
}
