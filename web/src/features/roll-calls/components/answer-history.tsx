import { useQuery } from '@tanstack/react-query'
import type { RollCallQuestion } from '@noroshi/contract/roll-calls/roll-calls'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { Tag } from '../../../ui/layout/tag.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { sourceText, STATE_TONES } from '../roll-call-texts.ts'
import { historyQuery } from '../roll-calls.queries.ts'
import { AnswerFacts } from './answer-facts.tsx'
import css from './roll-calls.module.css'

interface Props {
  rollCallId: string
  personId: string
  questions: readonly RollCallQuestion[]
}

/** All answers of a person, newest first. */
export function AnswerHistory({ rollCallId, personId, questions }: Props) {
  const text = useText()
  const language = useLanguage()
  const { data, error, refetch } = useQuery(historyQuery(rollCallId, personId))
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton rows={2} />
  return (
    <ul className={css.history}>
      {data.items.map((answer) => (
        <li key={answer.id} className={css.part}>
          <span className={css.tags}>
            <Tag tone={STATE_TONES[answer.state]}>{text(`rollCalls.state.${answer.state}`)}</Tag>
            <span className={css.quiet}>
              <time dateTime={answer.answeredAt}>{dateTime(answer.answeredAt, language)}</time> {sourceText(answer, text)}
            </span>
          </span>
          <AnswerFacts answer={answer} questions={questions} />
        </li>
      ))}
    </ul>
  )
}
