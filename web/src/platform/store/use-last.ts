import { useState } from 'react'

/** Returns a value or, if it is undefined and `isKept` is true, its last value since the component was mounted. */
export function useLast<Value>(value: Value | undefined, isKept: boolean): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? (isKept ? last : undefined)
}
