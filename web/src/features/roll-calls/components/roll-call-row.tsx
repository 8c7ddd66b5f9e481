import { Link } from '@tanstack/react-router'
import type { RollCallForViewer } from '@noroshi/contract/roll-calls/roll-calls'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { Tag } from '../../../ui/layout/tag.tsx'
import { STATE_TONES, summaryText } from '../roll-call-texts.ts'
import { useUnsentAnswer } from '../unsent-roll-call-answers.ts'
import css from './roll-calls.module.css'

/** A roll-call in the list: its title, the user's own answer, and the numbers of one that ended. */
export function RollCallRow({ rollCall }: { rollCall: RollCallForViewer }) {
  const text = useText()
  const language = useLanguage()
  const { id, title, createdAt, closedAt, askedBy, isDrill, viewer, counts } = rollCall
  const unsent = useUnsentAnswer(id)
  const state = unsent?.payload.state ?? viewer.answer?.state
  const isOpen = closedAt === null
  return (
    <Link to={paths.rollCall} params={{ rollCallId: id }} className={css.row} data-open={isOpen || undefined}>
      <b>{title}</b>
      <span className={css.tags}>
        {isDrill && <Tag tone="warn">{text('rollCalls.drill')}</Tag>}
        <Tag tone={isOpen ? 'accent' : 'plain'}>{text(isOpen ? 'rollCalls.open' : 'rollCalls.ended')}</Tag>
        {viewer.isAsked && (state !== undefined || isOpen) && (
          <Tag tone={STATE_TONES[state ?? 'silent']}>{text(`rollCalls.state.${state ?? 'silent'}`)}</Tag>
        )}
      </span>
      <span className={css.quiet}>
        <time dateTime={createdAt}>{dateTime(createdAt, language)}</time>
        {' · '}
        <span translate="no">{text('rollCalls.askedBy', { name: nameOf(askedBy) })}</span>
      </span>
      {!isOpen && <span>{summaryText(counts, text)}</span>}
    </Link>
  )
}
