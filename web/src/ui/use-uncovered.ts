import { useState } from 'react'
import { useHasTopDialog } from './top-dialog.tsx'

/**
 * Returns a value as it was when a full-screen dialog covered the page, until the dialog closes. In a flood of alerts,
 * a page that nobody sees would otherwise delay the alarm.
 */
export function useUncovered<Value>(value: Value | undefined): Value | undefined {
  const isCovered = useHasTopDialog()
  const [shown, setShown] = useState(value)
  const isKept = isCovered && shown !== undefined
  if (!isKept && shown !== value) setShown(value)
  return isKept ? shown : value
}
