import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { streetsRoutes } from '@noroshi/contract/streets/streets.http'
import { call } from '../../../platform/connection/http.ts'
import { toastSuccess } from '../../../ui/states/toast.tsx'
import { useChange } from '../../../ui/states/use-change.ts'

export const streetsQuery = queryOptions({ queryKey: ['admin', 'streets'] as const, queryFn: () => call(streetsRoutes.read) })

/** Timeout in milliseconds of the server's copy of a file of gigabytes. */
const COPY_TIMEOUT_MS = 3_600_000

/** A file of this device, or the name of a file in the server's directory. */
export type NewArchive = File | string

/** The progress of the archive that is being added. `percent`: null while the server copies and checks it. */
interface Adding {
  readonly name: string
  readonly percent: number | null
}

/** Replaces the archive of streets. `cancel` leaves the map unchanged. */
export function useAddArchive() {
  const cache = useQueryClient()
  const controller = useRef<AbortController>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const { mutate, isPending, error, variables, reset } = useMutation({
    meta: { isHandled: true }, // the screen shows the reason
    mutationFn: (added: NewArchive) => {
      controller.current = new AbortController()
      const { signal } = controller.current
      setPercent(added instanceof File ? 0 : null)
      if (typeof added === 'string') return call(streetsRoutes.add, { body: { name: added }, signal, timeoutMs: COPY_TIMEOUT_MS })
      const files = [{ field: 'files', file: added, name: added.name }]
      const onProgress = (sent: number) => setPercent(sent < 100 ? sent : null)
      return call(streetsRoutes.upload, { form: {}, files, signal, onProgress })
    },
    onSuccess: () => toastSuccess('streets.added'),
    onError: () => {
      if (controller.current?.signal.aborted) {
        reset()
        toastSuccess('streets.cancelled')
      }
    },
    onSettled: () => cache.invalidateQueries({ queryKey: streetsQuery.queryKey }),
  })
  const name = variables instanceof File ? variables.name : variables
  const adding: Adding | null = isPending && name !== undefined ? { name, percent } : null
  return { add: mutate, adding, error, reset, cancel: () => controller.current?.abort() }
}

export const useRemoveArchive = () =>
  useChange(
    () => call(streetsRoutes.remove),
    (cache) => cache.invalidateQueries({ queryKey: streetsQuery.queryKey }),
    'streets.removed',
  )
