import { definePushKinds } from '../../platform/push/push-kind.ts'

const path = ({ id }: { readonly id: string }) => `/roll-calls/${id}`

export const rollCallPush = definePushKinds({
  rollCall: {
    path,
    shown: { window: 'alert', actions: ['safe', 'open'], vibration: [500, 200, 500, 200, 1000], renotifies: true },
  },
  rollCallOver: { path, isOutcome: () => true },
})
