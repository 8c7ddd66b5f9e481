import { useQuery } from '@tanstack/react-query'
import { GROUPS_TALLIED_MAX } from '@noroshi/contract/roll-calls/roll-calls'
import { useText } from '../../../platform/language/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { ErrorState } from '../../../ui/states/states.tsx'
import { summaryText } from '../roll-call-texts.ts'
import { groupCountsQuery } from '../roll-calls.queries.ts'
import css from '../components/roll-calls.module.css'

/** The newest answers by group. Without a group that the viewer may read it shows nothing. */
export function GroupTally({ rollCallId }: { rollCallId: string }) {
  const text = useText()
  const { data, error, refetch } = useQuery(groupCountsQuery(rollCallId))
  if (!data) {
    return error && <ErrorState error={error} onRetry={() => void refetch()} title={text('rollCalls.byGroupFailed')} />
  }
  if (data.items.length === 0) return null
  return (
    <Card className={css.part}>
      <h2>{text('rollCalls.byGroup')}</h2>
      {data.items.length > 1 && <p className={css.quiet}>{text('rollCalls.byGroupNote')}</p>}
      <dl className={css.facts}>
        {data.items.map(({ threadId, name, ...counts }) => (
          <div key={threadId}>
            <dt translate="no">{name}</dt>
            <dd>{summaryText(counts, text)}</dd>
          </div>
        ))}
      </dl>
      {data.isPartial && <p className={css.quiet}>{text('rollCalls.byGroupPartial', { max: GROUPS_TALLIED_MAX })}</p>}
    </Card>
  )
}
