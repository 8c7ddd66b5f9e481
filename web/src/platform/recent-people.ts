import { useQuery } from '@tanstack/react-query'
import type { Person } from '@noroshi/contract/accounts/accounts.http'

type Source = () => Promise<readonly Person[]>

let source: Source = async () => []

/** Sets the function that reads the people with whom the user wrote last. The start of the application sets it. */
export function setRecentPeople(read: Source): void {
  source = read
}

/** Returns the people with whom the user wrote last, the newest first; undefined until they are known. */
export function useRecentPeople(): readonly Person[] | undefined {
  const { data } = useQuery({
    queryKey: ['people', 'recent'] as const,
    queryFn: () => source(),
    refetchInterval: false,
    staleTime: 0,
    gcTime: 0,
  })
  return data
}
