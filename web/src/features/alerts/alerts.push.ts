import type { pushRoutes } from '@noroshi/contract/push/push.http'
import { requestTo } from '../../platform/connection/route-request.ts'
import { definePushKinds } from '../../platform/push/push-kind.ts'

const path = ({ id, messageThreadId }: { readonly id: string; readonly messageThreadId: string | null }) =>
  messageThreadId === null ? '/alerts' : `/alerts/${id}/messages/${messageThreadId}`

export const alertPush = definePushKinds({
  alert: {
    path,
    shown: {
      window: 'alert',
      actions: ['respond', 'open'],
      vibration: [500, 200, 500, 200, 500, 200, 1000],
      renotifies: true,
      report: (id) => requestTo<typeof pushRoutes.alertShown>({ method: 'PUT', path: '/push/alerts/:id/shown', params: { id } }),
    },
  },
  alertSeen: { path },
  alertResolved: { path, isOutcome: () => true },
  // Each message of an alert's chat may be a question to the user.
  alertChat: { path, shown: { window: 'messages', actions: ['open'], renotifies: true } },
  alertChatRead: { path },
  alertStalled: { path, shown: { window: 'messages', actions: ['open'], renotifies: true } },
  alertStalledOver: { path },
})
