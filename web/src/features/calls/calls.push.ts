import type { callRoutes } from '@noroshi/contract/calls/calls.http'
import { requestTo } from '../../platform/connection/route-request.ts'
import { definePushKinds } from '../../platform/push/push-kind.ts'

export const callPush = definePushKinds({
  call: {
    path: ({ isGroupCall, callId }) => `/${isGroupCall ? 'group-call' : 'call'}/${callId}`,
    shown: {
      window: 'call',
      actions: ['accept', 'reject'],
      vibration: [400, 200, 400, 1000, 400, 200, 400],
      renotifies: true,
      report: (id) =>
        requestTo<typeof callRoutes.acknowledge>({ method: 'PUT', path: '/call-sessions/:id/acknowledge', params: { id } }),
    },
  },
  callEnded: { path: () => '/calls', isOutcome: ({ isMissed }) => isMissed },
})
