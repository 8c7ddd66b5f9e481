import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import {
  type StreetArea,
  type StreetExtract,
  type StreetExtractState,
  streetExtractRoutes,
} from '@noroshi/contract/streets/street-extracts.http'
import { call } from '../../../platform/connection/http.ts'
import { toastSuccess } from '../../../ui/states/toast.tsx'
import { streetsQuery } from './streets.queries.ts'

/** Milliseconds between two requests while streets are downloaded, and otherwise. */
const [RUNNING_EVERY_MS, IDLE_EVERY_MS] = [1500, 60_000]
/** The server reads the directories of the source for at most a minute. */
const MEASURE_TIMEOUT_MS = 75_000

export const isRunning = (extract: StreetExtract | null | undefined): boolean =>
  extract !== null && extract !== undefined && extract.phase !== 'failed'

export const streetExtractQuery = queryOptions({
  queryKey: ['admin', 'street-extract'] as const,
  queryFn: () => call(streetExtractRoutes.read),
  refetchInterval: ({ state: { data } }) => (isRunning(data?.extract) ? RUNNING_EVERY_MS : IDLE_EVERY_MS),
})

/** Asks how large the streets of an area are. */
export const useMeasureArea = () =>
  useMutation({
    meta: { isHandled: true }, // the screen shows the reason
    mutationFn: (area: StreetArea) => call(streetExtractRoutes.measure, { body: { area }, timeoutMs: MEASURE_TIMEOUT_MS }),
  })

/** Begins or continues a download, or cancels it. */
export function useExtractChanges() {
  const cache = useQueryClient()
  const show = (extract: StreetExtract | null) =>
    cache.setQueryData(streetExtractQuery.queryKey, (state: StreetExtractState | undefined) => state && { ...state, extract })
  const options = {
    meta: { isHandled: true },
    onSettled: () => cache.invalidateQueries({ queryKey: streetExtractQuery.queryKey }),
  }
  const start = useMutation({
    ...options,
    mutationFn: (area: StreetArea) => call(streetExtractRoutes.start, { body: { area } }),
    onSuccess: show,
  })
  const retry = useMutation({ ...options, mutationFn: () => call(streetExtractRoutes.retry), onSuccess: show })
  const cancel = useMutation({
    ...options,
    mutationFn: () => call(streetExtractRoutes.cancel),
    onSuccess: () => show(null),
  })
  return { start, retry, cancel }
}

/** Shows the new archive when a download has ended. */
export function useExtractEnd(state: StreetExtractState | undefined): void {
  const cache = useQueryClient()
  const wasRunning = useRef(false)
  useEffect(() => {
    if (state === undefined) return
    const hasEnded = wasRunning.current && state.extract === null
    wasRunning.current = isRunning(state.extract)
    if (!hasEnded) return
    const addedAt = () => cache.getQueryData(streetsQuery.queryKey)?.archive?.addedAt
    const before = addedAt()
    // After a cancellation, the archive is the same.
    void cache
      .refetchQueries({ queryKey: streetsQuery.queryKey })
      .then(() => addedAt() !== before && toastSuccess('streets.added'))
  }, [cache, state])
}
