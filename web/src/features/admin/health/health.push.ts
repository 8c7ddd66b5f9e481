import { definePushKinds } from '../../../platform/push/push-kind.ts'

const path = () => '/admin/health'

export const healthPush = definePushKinds({
  health: { path, shown: { window: 'messages', actions: ['open'], renotifies: true } },
  healthOver: { path },
})
