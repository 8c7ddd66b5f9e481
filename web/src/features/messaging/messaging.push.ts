import { definePushKinds } from '../../platform/push/push-kind.ts'

const path = ({ id }: { readonly id: string }) => `/messages/${id}`

export const messagePush = definePushKinds({
  messages: { path, shown: { window: 'messages', actions: ['open'], renotifies: false } },
  messagesRead: { path },
})
