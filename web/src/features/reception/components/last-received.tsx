import { Button } from '@mantine/core'
import type { ProbableDouble } from '@noroshi/contract/reception/reception.http'
import { useText } from '../../../platform/language/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { toastSuccess } from '../../../ui/states/toast.tsx'
import { useUndoStays } from '../reception.changes.ts'
import { DoubleCard } from './doubles.tsx'
import css from './reception.module.css'

/** The last reception of this desk, which can still be undone, and its doubles be decided. */
export interface Last {
  readonly names: string
  readonly count: number
  readonly stayIds: readonly string[]
  readonly doubles: readonly ProbableDouble[]
  /** The codes of no known person, who were not received. */
  readonly unknownCodes: readonly string[]
}

/** The household that a desk received last, until it is undone or another person is found. */
export function LastReceived({ placeId, last, onDone }: { placeId: string; last: Last; onDone: () => void }) {
  const text = useText()
  const { mutate, isPending } = useUndoStays(placeId)
  const undo = () =>
    mutate(last.stayIds, {
      onSuccess: () => {
        toastSuccess('reception.undone')
        onDone()
      },
    })
  return (
    <Card className={css.part}>
      <h2>{text('reception.last')}</h2>
      <p role="status">
        {text('reception.received', { count: last.count })} <span translate="no">{last.names}</span>
      </p>
      {last.unknownCodes.length > 0 && (
        <p role="alert">{text('reception.unknownCodes', { codes: last.unknownCodes.join(', ') })}</p>
      )}
      {last.doubles.map((pair) => (
        <DoubleCard key={pair.first.id + pair.second.id} placeId={placeId} pair={pair} />
      ))}
      {last.stayIds.length > 0 && (
        <span className={css.buttons}>
          <Button variant="default" loading={isPending} onClick={undo}>
            {text('reception.undo')}
          </Button>
        </span>
      )}
    </Card>
  )
}
