import type { RollCallForViewer } from '@noroshi/contract/roll-calls/roll-calls'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { audienceText, summaryText } from '../roll-call-texts.ts'
import css from './roll-calls.module.css'

/** The question, who asks whom, and how it ended. */
export function RollCallHead({ rollCall }: { rollCall: RollCallForViewer }) {
  const text = useText()
  const language = useLanguage()
  const { title, text: body, isDrill, askedBy, createdAt, closedAt, endText, counts } = rollCall
  return (
    <section className={css.part}>
      <span className={css.tags}>
        {isDrill && <Tag tone="warn">{text('rollCalls.drill')}</Tag>}
        <Tag tone={closedAt === null ? 'accent' : 'plain'}>{text(closedAt === null ? 'rollCalls.open' : 'rollCalls.ended')}</Tag>
      </span>
      <h2 className={css.title}>{title}</h2>
      {body !== '' && <p className={css.text}>{body}</p>}
      <p className={css.quiet}>
        <span translate="no">{text('rollCalls.askedBy', { name: nameOf(askedBy) })}</span>
        {' · '}
        <time dateTime={createdAt}>{dateTime(createdAt, language)}</time>
        {' · '}
        <span translate="no">{audienceText(rollCall, text)}</span>
      </p>
      {closedAt !== null && (
        <Card className={css.part}>
          <b>
            {text('rollCalls.ended')} <time dateTime={closedAt}>{dateTime(closedAt, language)}</time>
          </b>
          <p>{summaryText(counts, text)}</p>
          {endText !== '' && <p className={css.text}>{endText}</p>}
        </Card>
      )}
    </section>
  )
}
