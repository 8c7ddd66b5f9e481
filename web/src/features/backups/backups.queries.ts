import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { backupRoutes, type BackupSettingsForm } from '@noroshi/contract/backups/backups.http'
import { call } from '../../platform/connection/http.ts'
import { toastSuccess } from '../../ui/states/toast.tsx'

/** Milliseconds between two requests while a backup runs, and otherwise. */
const [RUNNING_EVERY_MS, IDLE_EVERY_MS] = [3000, 60_000]
/** The server may wait for a disk. */
const SAVE_TIMEOUT_MS = 90_000

export const backupsQuery = queryOptions({
  queryKey: ['admin', 'backup'] as const,
  queryFn: () => call(backupRoutes.read),
  refetchInterval: ({ state: { data } }) =>
    data?.runs.some(({ outcome }) => outcome === null) === true ? RUNNING_EVERY_MS : IDLE_EVERY_MS,
})

/** Saves the settings. The form shows the reason for a refusal. */
export function useSaveBackups() {
  const cache = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: (body: BackupSettingsForm) => call(backupRoutes.change, { body, timeoutMs: SAVE_TIMEOUT_MS }),
    onSuccess: () => {
      toastSuccess('admin.saved')
      return cache.invalidateQueries({ queryKey: backupsQuery.queryKey })
    },
  })
}

export function useStartBackup() {
  const cache = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: () => call(backupRoutes.start, { timeoutMs: SAVE_TIMEOUT_MS }),
    onSuccess: () => toastSuccess('backup.started'),
    onSettled: () => cache.invalidateQueries({ queryKey: backupsQuery.queryKey }),
  })
}
