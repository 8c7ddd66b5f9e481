import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Need } from '@noroshi/contract/reception/people'
import { type RegisterFilter, receptionRoutes } from '@noroshi/contract/reception/reception.http'
import { call } from '../../platform/connection/http.ts'
import { storedKey } from '../../platform/store/stored-key.ts'

/** Milliseconds after which an open headcount is fetched again. */
const HEADCOUNT_EVERY_MS = 15_000
/** Hours of the headcount by the hour. */
const HOURS = 24

/** The key of registers and headcounts, which are never on disk. */
export const receptionKey = ['reception'] as const

/** The shelters in which the user has a role. */
export const ownSheltersQuery = queryOptions({
  queryKey: storedKey('ownShelters'),
  queryFn: () => call(receptionRoutes.mine),
})

/** Which people of the register are listed. */
export interface RegisterChoice {
  readonly filter: RegisterFilter
  readonly need: Need | null
  readonly text: string
  /** Only people who are here and were not seen since this time. */
  readonly unseenSince?: string
}

/** Fetches a page of the register. Each one is an entry of the audit log. */
export const fetchRegister = (placeId: string, { filter, need, text, unseenSince }: RegisterChoice, cursor: string | null) =>
  call(receptionRoutes.register, {
    params: { placeId },
    query: {
      filter,
      text,
      ...(need !== null && { need }),
      ...(unseenSince !== undefined && { unseenSince }),
      ...(cursor !== null && { cursor }),
    },
  })

// `as`: otherwise the type of the cursor would be null.
const firstCursor = null as string | null

export const registerKey = (placeId: string) => ['reception', placeId, 'register'] as const

/** It is not fetched again by time, since each request is an entry of the audit log. */
export const registerQuery = (placeId: string, choice: RegisterChoice) =>
  infiniteQueryOptions({
    queryKey: [...registerKey(placeId), choice] as const,
    queryFn: ({ pageParam }) => fetchRegister(placeId, choice, pageParam),
    initialPageParam: firstCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: false,
  })

export const personQuery = (placeId: string, personId: string) =>
  queryOptions({
    queryKey: ['reception', placeId, 'person', personId] as const,
    queryFn: () => call(receptionRoutes.person, { params: { placeId, personId } }),
    refetchInterval: false,
  })

export const headcountQuery = (placeId: string) =>
  queryOptions({
    queryKey: ['reception', placeId, 'headcount'] as const,
    queryFn: () => call(receptionRoutes.headcount, { params: { placeId }, query: { hours: String(HOURS) } }),
    refetchInterval: HEADCOUNT_EVERY_MS,
  })

export const doublesQuery = (placeId: string) =>
  queryOptions({
    queryKey: ['reception', placeId, 'doubles'] as const,
    queryFn: () => call(receptionRoutes.doubles, { params: { placeId } }),
  })
