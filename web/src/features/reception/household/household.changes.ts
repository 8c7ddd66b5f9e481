import type { QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { dependantRoutes } from '@noroshi/contract/reception/dependants.http'
import { call } from '../../../platform/connection/http.ts'
import { useChange } from '../../../ui/states/use-change.ts'
import { ownHouseholdQuery } from './household.queries.ts'

const refetchHousehold = (cache: QueryClient) => cache.invalidateQueries({ queryKey: ownHouseholdQuery.queryKey })

export const useSetDetails = () =>
  useChange(
    (body: z.input<typeof dependantRoutes.setDetails.body>) => call(dependantRoutes.setDetails, { body }),
    refetchHousehold,
    'household.saved',
  )

export const useCreateDependant = () =>
  useChange(
    (body: z.input<typeof dependantRoutes.create.body>) => call(dependantRoutes.create, { body }),
    refetchHousehold,
    'household.saved',
  )

export const useUpdateDependant = () =>
  useChange(
    ({ id, ...body }: z.input<typeof dependantRoutes.update.body> & { id: string }) =>
      call(dependantRoutes.update, { params: { id }, body }),
    refetchHousehold,
    'household.saved',
  )

export const useRemoveDependant = () =>
  useChange((id: string) => call(dependantRoutes.remove, { params: { id } }), refetchHousehold, 'household.saved')
