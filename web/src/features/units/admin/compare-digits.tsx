import { Button } from '@mantine/core'
import type { UnitInGroup } from '@noroshi/contract/units/units.http'
import { useText } from '../../../platform/language/i18n.ts'
import own from './units.module.css'
import { useConfirmUnit, useRejectUnit } from './units.queries.ts'

/** The digits that the administrators of two units compare before anything is exchanged. */
export function CompareDigits({ unit, digits }: { unit: UnitInGroup; digits: string }) {
  const text = useText()
  const [confirm, reject] = [useConfirmUnit(), useRejectUnit()]
  const isBusy = confirm.isPending || reject.isPending
  return (
    <div className={own.compare} role="group" aria-label={unit.name}>
      <p>{text('units.compare', { name: unit.name })}</p>
      <p className={own.code} translate="no">
        {(digits.match(/.{3}/g) ?? []).join(' ')}
      </p>
      <div className={own.buttons}>
        <Button loading={confirm.isPending} disabled={isBusy} onClick={() => confirm.mutate(unit.id)}>
          {text('units.confirm')}
        </Button>
        <Button variant="default" loading={reject.isPending} disabled={isBusy} onClick={() => reject.mutate(unit.id)}>
          {text('units.reject')}
        </Button>
      </div>
    </div>
  )
}
