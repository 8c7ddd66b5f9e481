import { queryOptions } from '@tanstack/react-query'
import { dependantRoutes } from '@noroshi/contract/reception/dependants.http'
import { call } from '../../../platform/connection/http.ts'
import { storedKey } from '../../../platform/store/stored-key.ts'

/** The code, the data for shelters and the dependants of the user. The code is readable without a connection. */
export const ownHouseholdQuery = queryOptions({
  queryKey: storedKey('household'),
  queryFn: () => call(dependantRoutes.own),
})
