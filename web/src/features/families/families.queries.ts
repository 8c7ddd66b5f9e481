import { queryOptions } from '@tanstack/react-query'
import { familyRoutes } from '@noroshi/contract/families/families.http'
import { call } from '../../platform/connection/http.ts'
import { storedKey } from '../../platform/store/stored-key.ts'

/** The family of the user. It is readable without a connection. */
export const familyQuery = queryOptions({
  queryKey: storedKey('family'),
  queryFn: () => call(familyRoutes.own),
})
