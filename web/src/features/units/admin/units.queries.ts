import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { UnitFolderForm } from '@noroshi/contract/units/unit-folder.http'
import { type JoinForm, unitFolderRoutes, unitRoutes } from '@noroshi/contract/units/units.http'
import { call } from '../../../platform/connection/http.ts'
import { REFETCH_MS } from '../../../platform/tuning.ts'
import { toastSuccess } from '../../../ui/states/toast.tsx'
import { useChange } from '../../../ui/states/use-change.ts'

/** Milliseconds between two requests while a file is being read. */
export const APPLYING_EVERY_MS = 2000

/** The units. Received changes may wait for days for those before them, so that their number alone is no reason to ask often. */
export const unitsQuery = queryOptions({
  queryKey: ['admin', 'units'] as const,
  queryFn: () => call(unitRoutes.read),
  refetchInterval: REFETCH_MS,
})

/** Milliseconds for a file, which has up to 64 MB. */
const FILE_WITHIN_MS = 600_000

const useUnitChange = <Change, Reply>(send: (change: Change) => Promise<Reply>) =>
  useChange(send, (cache) => cache.invalidateQueries({ queryKey: unitsQuery.queryKey }), 'admin.saved')

export const useStartGroup = () => useUnitChange((LacsUnitId: string) => call(unitRoutes.start, { body: { LacsUnitId } }))
export const useJoinGroup = () => useUnitChange((body: z.input<typeof JoinForm>) => call(unitRoutes.join, { body }))
export const useReadAnswer = () => useUnitChange((file: string) => call(unitRoutes.accept, { body: { file } }))
export const useConfirmUnit = () => useUnitChange((id: string) => call(unitRoutes.confirm, { params: { id } }))
export const useRejectUnit = () => useUnitChange((id: string) => call(unitRoutes.reject, { params: { id } }))
export const useRevokeUnit = () => useUnitChange((id: string) => call(unitRoutes.revoke, { params: { id } }))

/** The server may wait for a disk. */
const FOLDER_WITHIN_MS = 200_000

/** Saves the folder for files. The form shows the reason for a refusal. */
export function useSaveFolder() {
  const cache = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: (body: UnitFolderForm) => call(unitFolderRoutes.change, { body, timeoutMs: FOLDER_WITHIN_MS }),
    onSuccess: () => {
      toastSuccess('admin.saved')
      return cache.invalidateQueries({ queryKey: unitsQuery.queryKey })
    },
  })
}

/** A mutation whose caller shows its result. */
function useUnitRequest<Change, Reply>(send: (change: Change) => Promise<Reply>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: () => cache.invalidateQueries({ queryKey: unitsQuery.queryKey }),
    gcTime: 0,
  })
}

export const useCreateCode = () => useUnitRequest(() => call(unitRoutes.createCode))
export const useWriteRequest = () => useUnitRequest(() => call(unitRoutes.request))
export const useAdmitUnit = () => useUnitRequest((file: string) => call(unitRoutes.admit, { body: { file } }))
export const useWriteFile = () =>
  useUnitRequest((id: string) => call(unitRoutes.write, { body: { UnitIds: [id] }, timeoutMs: FILE_WITHIN_MS }))
export const useReadFile = () =>
  useUnitRequest(async (file: File) => {
    const bundle = await base64Of(file)
    return call(unitRoutes.take, { body: { bundle }, timeoutMs: FILE_WITHIN_MS })
  })

/** Bytes that become text at a time: a multiple of three, so that the parts of base64 can be joined. */
const PART_BYTES = 30_000

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += PART_BYTES)
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + PART_BYTES))))
  return parts.join('')
}

/** Returns the bytes of a file that a reply has as base64. */
export const blobOf = (base64: string): Blob => new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))])
