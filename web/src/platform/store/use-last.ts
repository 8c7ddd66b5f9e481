import { useState } from 'react'

/** Returns a value or, while it is missing and `isKept`, its last copy since the component was mounted. */
export function useLast<Value>(value: Value | undefined, isKept: boolean): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? (isKept ? last : undefined)
}
