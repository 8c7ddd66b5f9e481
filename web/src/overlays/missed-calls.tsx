import { useMissedCalls } from '../features/calls/missed-calls.ts'
import { useText } from '../platform/language/i18n.ts'
import { Count } from '../ui/layout/count.tsx'

/** The badge with the calls that the user missed since they last opened the history on this device. */
export function MissedCalls() {
  const text = useText()
  const { count } = useMissedCalls()
  if (count === 0) return null
  return (
    <>
      <span aria-hidden="true">
        <Count value={count} />
      </span>
      <span className="visually-hidden">{text('calls.missedCount', { count })}</span>
    </>
  )
}
