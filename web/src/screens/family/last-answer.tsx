import type { FamilyAnswer } from '@noroshi/contract/families/families.http'
import css from '../../features/roll-calls/components/roll-calls.module.css'
import { sourceText, STATE_TONES } from '../../features/roll-calls/roll-call-texts.ts'
import { useLanguage, useText } from '../../platform/language/i18n.ts'
import { dateTime } from '../../platform/language/time.ts'
import { Tag } from '../../ui/layout/tag.tsx'

/** The last answer about a person: the state, when, and who gave it. null: none. */
export function LastAnswer({ answer }: { answer: FamilyAnswer | null }) {
  const text = useText()
  const language = useLanguage()
  if (answer === null) return <span className={css.quiet}>{text('family.noAnswer')}</span>
  const { state, answeredAt, isDrill } = answer
  return (
    <>
      <span className={css.tags}>
        {isDrill && <Tag tone="warn">{text('rollCalls.drill')}</Tag>}
        <Tag tone={STATE_TONES[state]}>{text(`rollCalls.state.${state}`)}</Tag>
      </span>
      <span className={css.quiet}>
        <time dateTime={answeredAt}>{dateTime(answeredAt, language)}</time> · {sourceText(answer, text)}
      </span>
    </>
  )
}
