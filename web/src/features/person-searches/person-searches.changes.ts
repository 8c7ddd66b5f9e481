import type { z } from 'zod'
import { personSearchRoutes } from '@noroshi/contract/person-searches/person-searches.http'
import { call } from '../../platform/connection/http.ts'
import { useChange } from '../../ui/states/use-change.ts'
import { personSearchesQuery, shelterMessagesQuery } from './person-searches.queries.ts'

/** Asks for a person. A repetition with the same client id asks once. */
export const useAskForPerson = () =>
  useChange(
    (body: z.input<typeof personSearchRoutes.create.body>) => call(personSearchRoutes.create, { body }),
    (cache) => cache.invalidateQueries({ queryKey: personSearchesQuery.queryKey }),
    'personSearch.asked',
  )

/** Records that the staff told a person. */
export const usePassOn = (placeId: string) =>
  useChange(
    (message: { readonly id: string; readonly registeredId: string }) =>
      call(personSearchRoutes.passOn, { params: { placeId, ...message } }),
    (cache) => cache.invalidateQueries({ queryKey: shelterMessagesQuery(placeId).queryKey }),
    'personSearch.saved',
  )
