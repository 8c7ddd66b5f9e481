import { randomUUID } from 'node:crypto'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { type MessageThread, threadRoutes } from '@noroshi/contract/messaging/threads.http'
import type { TestUser } from '../test-server.ts'

// Actions of users in chats. All except requestSend throw for an error status.
export const startPersonalChat = (person: TestUser, other: TestUser): Promise<MessageThread> =>
  person.fetch(threadRoutes.startPersonal, { body: { recipient: other.id } })

export const createGroup = (person: TestUser, others: readonly TestUser[], name = 'Night watch'): Promise<MessageThread> =>
  person.fetch(threadRoutes.createGroup, { body: { name, recipients: others.map(({ id }) => id) } })

export const requestSend = (person: TestUser, threadId: string, text: string, more: object = {}) =>
  person.request(messageRoutes.send, { body: { messageThreadId: threadId, text, ...more } })

export const sendMessage = (
  person: TestUser,
  threadId: string,
  text = `word ${randomUUID()}`,
  more: object = {},
): Promise<Message> => person.fetch(messageRoutes.send, { body: { messageThreadId: threadId, text, ...more } })

export const fetchMessages = async (person: TestUser, id: string, query: Record<string, number> = {}): Promise<Message[]> =>
  (await person.fetch(messageRoutes.list, { params: { id }, query })).items

export const fetchThread = (person: TestUser, id: string): Promise<MessageThread> =>
  person.fetch(threadRoutes.get, { params: { id } })

/** Marks the messages of a thread up to `seq` as delivered or seen. */
export const markThread = (
  person: TestUser,
  threadId: string,
  status: 'delivered' | 'seen' = 'seen',
  seq: number = Number.MAX_SAFE_INTEGER,
) => person.fetch(messageRoutes.setStatuses, { body: [{ messageThreadId: threadId, status, seq }] })

export const setAcceptance = (person: TestUser, id: string, hasAccepted: boolean): Promise<MessageThread> =>
  person.fetch(threadRoutes.accept, { params: { id }, body: { hasAccepted } })

export const addMembers = (person: TestUser, id: string, others: readonly TestUser[]) =>
  person.fetch(threadRoutes.addMembers, { params: { id }, body: { userIds: others.map((other) => other.id) } })

export const removeMember = (person: TestUser, id: string, other: TestUser) =>
  person.fetch(threadRoutes.removeMember, { params: { id, userId: other.id } })

export const leaveGroup = (person: TestUser, id: string) => person.fetch(threadRoutes.leave, { params: { id } })
