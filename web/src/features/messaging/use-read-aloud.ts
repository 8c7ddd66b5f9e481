import { useQuery } from '@tanstack/react-query'
import { useSetReadAloud } from './messaging.changes.ts'
import { readAloudQuery } from './messaging.queries.ts'

/** Whether the messages of a thread are read aloud on this device, and the function that changes it. */
export function useReadAloud(threadId: string) {
  const { data } = useQuery(readAloudQuery)
  const { mutate, isPending } = useSetReadAloud(threadId)
  const isOn = data?.threadIds.includes(threadId) ?? false
  return { isOn, isKnown: data !== undefined, isPending, toggle: () => mutate(!isOn) }
}
