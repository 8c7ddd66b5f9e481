import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import type { User } from './engine-journey.ts'

/** Creates a chat that both have accepted, with the messages 'hello' and 'hi'. Returns its id. */
export async function createChatOf(one: User, other: User): Promise<string> {
  const { id } = await one.call(threadRoutes.startPersonal, { body: { recipient: other.id } })
  for (const [from, text] of [
    [one, 'hello'],
    [other, 'hi'],
  ] as const)
    await from.call(messageRoutes.send, { body: { messageThreadId: id, text } })
  return id
}
