import type { RollCallCounts } from '@noroshi/contract/roll-calls/roll-calls'
import { useText } from '../../../platform/language/i18n.ts'
import { silentCount } from '../roll-call-texts.ts'
import css from './roll-calls.module.css'

/** The numbers of a roll-call. */
export function Tally({ counts }: { counts: RollCallCounts }) {
  const text = useText()
  const { asked, reached, seen, safe, injured, needHelp } = counts
  const silent = silentCount(counts)
  const numbers = [
    ['needHelp', needHelp],
    ['injured', injured],
    ['safe', safe],
    ['silent', silent],
    ['unseen', reached - seen],
    ['notReached', asked - reached],
  ] as const
  return (
    <>
      <output>{text('rollCalls.answeredOf', { count: asked - silent, total: asked })}</output>
      <dl className={css.counts}>
        {numbers.map(([state, count]) => (
          <div key={state}>
            <dt>{text(`rollCalls.state.${state}`)}</dt>
            <dd>{Math.max(0, count)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
