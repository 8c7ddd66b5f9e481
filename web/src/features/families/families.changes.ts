import type { QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { type Family, familyRoutes } from '@noroshi/contract/families/families.http'
import { call } from '../../platform/connection/http.ts'
import { useChange } from '../../ui/states/use-change.ts'
import { familyQuery } from './families.queries.ts'

const receive = (cache: QueryClient, family: Family) => cache.setQueryData(familyQuery.queryKey, family)

export const useInvite = () =>
  useChange((userId: string) => call(familyRoutes.invite, { body: { userId } }), receive, 'family.saved')

export const useAcceptInvitation = () =>
  useChange((id: string) => call(familyRoutes.accept, { params: { id } }), receive, 'family.saved')

/** Ends a link, withdraws an invitation or declines one. */
export const useRemoveLink = () =>
  useChange((id: string) => call(familyRoutes.remove, { params: { id } }), receive, 'family.saved')

/** Answers for a dependant. `clientId`: of this answer, so that a repetition changes nothing. */
export const useAnswerForDependant = () =>
  useChange(
    ({ id, ...body }: { readonly id: string } & z.input<typeof familyRoutes.answer.body>) =>
      call(familyRoutes.answer, { params: { id }, body }),
    receive,
    'family.answered',
  )
