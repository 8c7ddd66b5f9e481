import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Area } from '@noroshi/contract/area'
import type { AskedPerson, PeopleFilter } from '@noroshi/contract/roll-calls/roll-calls'
import { answerLinkRoutes, rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import { call } from '../../platform/connection/http.ts'
import { storedKey } from '../../platform/store/stored-key.ts'

/** The key of what the user may read without a connection. */
export const rollCallsKey = storedKey('rollCalls')

// `as`: otherwise the type of the cursor would be null.
const firstCursor = null as string | null

/** The open roll-calls, which the questions on each page are taken from. */
export const openRollCallsQuery = queryOptions({
  queryKey: [...rollCallsKey, 'open'] as const,
  queryFn: () => call(rollCallRoutes.list, { query: { status: 'open' } }),
})

/** All roll-calls of the user, newest first, in pages. */
export const allRollCallsQuery = infiniteQueryOptions({
  queryKey: [...rollCallsKey, 'all'] as const,
  queryFn: ({ pageParam }) => call(rollCallRoutes.list, { query: pageParam === null ? {} : { cursor: pageParam } }),
  initialPageParam: firstCursor,
  getNextPageParam: ({ nextCursor }) => nextCursor,
})

export const rollCallQuery = (id: string) =>
  queryOptions({
    queryKey: [...rollCallsKey, 'one', id] as const,
    queryFn: () => call(rollCallRoutes.get, { params: { id } }),
  })

/** The key of the answers of other people, which are never on disk. */
const askedPeopleKey = ['rollCallPeople'] as const

/** The key of the people of a roll-call with any filter, and of their histories. */
export const peopleKey = (id: string) => [...askedPeopleKey, id] as const

/** Which of the asked people are listed. */
export interface PeopleChoice {
  readonly filter: PeopleFilter
  /** null: all groups. */
  readonly threadId: string | null
}

/** Fetches a page of the asked people. */
export const fetchPeople = (id: string, { filter, threadId }: PeopleChoice, cursor: string | null) =>
  call(rollCallRoutes.people, {
    params: { id },
    query: { filter, ...(threadId !== null && { threadId }), ...(cursor !== null && { cursor }) },
  })

export const peopleQuery = (id: string, choice: PeopleChoice) =>
  infiniteQueryOptions({
    queryKey: ['rollCallPeople', id, 'list', choice] as const,
    queryFn: ({ pageParam }) => fetchPeople(id, choice, pageParam),
    initialPageParam: firstCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** Returns all asked people of a choice. @throws ApiError, OfflineError if one of the pages does not load */
export async function allPeople(id: string, choice: PeopleChoice): Promise<readonly AskedPerson[]> {
  const all: AskedPerson[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof fetchPeople>> = await fetchPeople(id, choice, cursor)
    all.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return all
}

/** All users without an answer. Dependants are asked through their guardians. */
export const silentPeopleQuery = (id: string, threadId: string | null) =>
  queryOptions({
    queryKey: ['rollCallPeople', id, 'silent', threadId] as const,
    queryFn: async () => (await allPeople(id, { filter: 'silent', threadId })).filter(({ dependant }) => dependant === undefined),
  })

/** The newest answers by place. */
export const placeCountsQuery = (id: string) =>
  queryOptions({
    queryKey: ['rollCallPeople', id, 'places'] as const,
    queryFn: () => call(rollCallRoutes.places, { params: { id } }),
  })

/** The newest answers by group. */
export const groupCountsQuery = (id: string) =>
  queryOptions({
    queryKey: ['rollCallPeople', id, 'groups'] as const,
    queryFn: () => call(rollCallRoutes.groups, { params: { id } }),
  })

/** How many people an area has. */
export const areaPreviewQuery = (area: Area) =>
  queryOptions({
    queryKey: ['rollCallArea', area] as const,
    queryFn: () => call(rollCallRoutes.areaPreview, { body: { area } }),
  })

/** All answers of a person, newest first. */
export const historyQuery = (id: string, personId: string) =>
  queryOptions({
    queryKey: ['rollCallPeople', id, 'history', personId] as const,
    queryFn: () => call(rollCallRoutes.history, { params: { id, personId } }),
  })

/** The question of a link. Reading it answers nothing. */
export const linkQuestionQuery = (secret: string) =>
  queryOptions({
    queryKey: ['answerLink', secret] as const,
    queryFn: () => call(answerLinkRoutes.question, { body: { secret } }),
    staleTime: Infinity,
    refetchInterval: false,
  })
