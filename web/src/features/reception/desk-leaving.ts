import { useState } from 'react'
import { OfflineError } from '../../platform/connection/http-errors.ts'
import { useText } from '../../platform/language/i18n.ts'
import { toastError, toastSuccess } from '../../ui/states/toast.tsx'
import type { Arriving } from './arriving.ts'
import { deskName } from './desk-name.ts'
import { keepLeaving } from './offline/unsent-desk-changes.ts'
import { useOfflineDesk } from './offline/use-offline-desk.ts'
import { useLeave } from './reception.changes.ts'

/** Records at a desk that people leave, on this device while the server cannot be reached. */
export function useDeskLeaving(placeId: string) {
  const text = useText()
  const offline = useOfflineDesk(placeId)
  const { mutate, isPending } = useLeave(placeId)
  const [isKeeping, setKeeping] = useState(false)
  /** Records that people leave, and calls `onLeft` once it is recorded. */
  const leave = (people: readonly Arriving[], onLeft: () => void) => {
    const leaving = people.flatMap(({ hereId, name }) => (hereId === null ? [] : [{ id: hereId, name }]))
    const keep = () => {
      setKeeping(true)
      return keepLeaving(placeId, leaving)
        .then(
          () => {
            toastSuccess('reception.offline.kept')
            onLeft()
          },
          (error: Error) => toastError(text('reception.offline.keepFailed'), error.message),
        )
        .finally(() => setKeeping(false))
    }
    if (offline.keeps) {
      void keep()
      return
    }
    mutate(
      { personIds: leaving.map(({ id }) => id), desk: deskName() },
      {
        onSuccess: () => {
          toastSuccess('reception.leftTogether', { count: leaving.length })
          onLeft()
        },
        onError: (error) => {
          if (error instanceof OfflineError && offline.state === 'open') void keep()
        },
      },
    )
  }
  return { leave, isPending: isPending || isKeeping }
}
