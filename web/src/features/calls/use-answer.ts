import { toastWarning } from '../../ui/toast.tsx'
import { useAcceptCall, useRejectCall } from './calls.changes.ts'
import { hasPermission } from './media/permission.ts'

/** Accepts or rejects a session of the user. A refused permission shows the warning and does not accept (section 4). */
export function useAnswer(sessionId: string) {
  const accept = useAcceptCall()
  const reject = useRejectCall()
  return {
    accept: async () => {
      if (!(await hasPermission())) toastWarning('media.grantBoth')
      else accept.mutate(sessionId)
    },
    reject: () => reject.mutate(sessionId),
    isBusy: accept.isPending || reject.isPending,
  }
}
