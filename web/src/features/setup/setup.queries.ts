import { queryOptions, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { hotspotRoutes } from '@noroshi/contract/hotspot/hotspot.http'
import { type Setup, type SetupGuide, setupRoutes, type SetupStep } from '@noroshi/contract/setup/setup.http'
import { call } from '../../platform/connection/http.ts'
import { newId } from '../../platform/ids.ts'
import { REFETCH_MS } from '../../platform/tuning.ts'
import { useChange } from '../../ui/states/use-change.ts'
import { toastSuccess, toastWarning } from '../../ui/states/toast.tsx'

/** Milliseconds between two requests while a drill runs. */
const DRILL_REFETCH_MS = 3_000

const setupQuery = queryOptions({
  queryKey: ['admin', 'setup'] as const,
  queryFn: () => call(setupRoutes.read),
  refetchInterval: ({ state }) => (state.data?.guide?.facts.drill?.isRunning === true ? DRILL_REFETCH_MS : REFETCH_MS),
})

/** The Wi-Fi of the server itself, for the printed sheet; null: it has none. */
export const wifiQuery = queryOptions({
  queryKey: ['admin', 'hotspot', 'wifi'] as const,
  queryFn: async () => (await call(hotspotRoutes.wifi)).wifi,
})

/** The guide on its own screen. */
export const useSetup = () => useQuery(setupQuery)

/** Returns the first step that is neither done nor confirmed; undefined if there is none. */
export const nextStepOf = ({ steps }: SetupGuide): SetupStep | undefined =>
  steps.find(({ state }) => state === 'open' || state === 'unknown')?.step

export const doneCountOf = ({ steps }: SetupGuide): number =>
  steps.filter(({ state }) => state === 'done' || state === 'confirmed').length

const isShown = ({ guide, isDismissed }: Setup): boolean => !isDismissed && guide !== undefined && nextStepOf(guide) !== undefined

/** The guide for home, which asks no more once it is done or hidden. Undefined if home does not show it. */
export function useOpenGuide(): SetupGuide | undefined {
  const { data } = useQuery({
    ...setupQuery,
    refetchInterval: ({ state }) => (state.data === undefined || isShown(state.data) ? REFETCH_MS : false),
  })
  return data && isShown(data) ? data.guide : undefined
}

/** Returns a function that checks all steps again. */
export function useCheckSteps(): () => void {
  const cache = useQueryClient()
  return () => void cache.invalidateQueries({ queryKey: setupQuery.queryKey })
}

const receive = (cache: QueryClient, setup: Setup) => cache.setQueryData(setupQuery.queryKey, setup)

/** Changes the guide or the settings that it asks for. The screen shows the result. */
export function useChangeSetup() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: z.input<typeof setupRoutes.change.body>) => call(setupRoutes.change, { body }),
    onSuccess: (setup) => receive(cache, setup),
  })
}

export const useCreateExample = () =>
  useChange(() => call(setupRoutes.createExample, { body: { clientId: newId() } }), receive, 'setup.exampleCreated')

/** Ends a drill. Its result follows within seconds. */
export function useEndDrill() {
  const checkSteps = useCheckSteps()
  return useMutation({
    mutationFn: (alertId: string) => call(alertRoutes.resolve, { body: { AlertId: alertId } }),
    onSuccess: checkSteps,
  })
}

/** Sends the steps to those whom a drill did not reach. */
export function useSendSteps() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: z.input<typeof setupRoutes.sendSteps.body>) => call(setupRoutes.sendSteps, { body }),
    onSuccess({ sent, failed, setup }) {
      if (sent > 0) toastSuccess('setup.stepsSent', { count: sent })
      if (failed > 0) toastWarning('setup.stepsFailed', { count: failed })
      receive(cache, setup)
    },
  })
}
