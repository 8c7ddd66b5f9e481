import { definePushKinds, type ShownKind } from '../../platform/push/push-kind.ts'

const path = ({ id }: { readonly id: string }) => `/roll-calls/${id}`

const shown = { window: 'alert', actions: ['safe', 'open'], renotifies: true } as const satisfies ShownKind

export const rollCallPush = definePushKinds({
  // A question that is not urgent notifies as a mention does: without the vibration of an alarm.
  rollCall: { path, shown: ({ isUrgent }) => (isUrgent ? { ...shown, vibration: [500, 200, 500, 200, 1000] } : shown) },
  rollCallOver: { path, isOutcome: () => true },
})
