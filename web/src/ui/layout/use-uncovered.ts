import { useState } from 'react'
import { useHasTopDialog } from '../dialogs/top-dialog.tsx'

/**
 * Returns the value from before a full-screen dialog covered the page, until the dialog closes; the first value if there
 * was none. In a flood of alerts, renders of the hidden page would delay the alarm. If the value ends, it is not kept.
 */
export function useUncovered<Value>(value: Value | undefined): Value | undefined {
  const isCovered = useHasTopDialog()
  const [shown, setShown] = useState(value)
  const isKept = isCovered && shown !== undefined && value !== undefined
  if (!isKept && shown !== value) setShown(value)
  return isKept ? shown : value
}
