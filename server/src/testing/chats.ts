import { randomUUID } from 'node:crypto'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { type MessageThread, threadRoutes } from '@noroshi/contract/messaging/threads.http'
import type { Person } from './unit.ts'

/** What people do in chats; each throws where the unit refuses. */
export const begins = (person: Person, other: Person): Promise<MessageThread> =>
  person.gets(threadRoutes.startPersonal, { body: { recipient: other.id } })

export const makesGroup = (person: Person, others: readonly Person[], name = 'Night watch'): Promise<MessageThread> =>
  person.gets(threadRoutes.createGroup, { body: { name, recipients: others.map(({ id }) => id) } })

export const writes = (person: Person, threadId: string, text: string, more: object = {}) =>
  person.asks(messageRoutes.send, { body: { messageThreadId: threadId, text, ...more } })

export const says = (person: Person, threadId: string, text = `word ${randomUUID()}`, more: object = {}): Promise<Message> =>
  person.gets(messageRoutes.send, { body: { messageThreadId: threadId, text, ...more } })

export const reads = async (person: Person, id: string, query: Record<string, number> = {}): Promise<Message[]> =>
  (await person.gets(messageRoutes.list, { params: { id }, query })).items

export const opens = (person: Person, id: string): Promise<MessageThread> => person.gets(threadRoutes.get, { params: { id } })

/** Got or saw everything in a thread, or up to a place. */
export const marks = (person: Person, threadId: string, status: 'delivered' | 'seen' = 'seen', seq?: number) =>
  person.gets(messageRoutes.setStatuses, { body: [{ messageThreadId: threadId, status, ...(seq !== undefined && { seq }) }] })

export const decides = (person: Person, id: string, hasAccepted: boolean): Promise<MessageThread> =>
  person.gets(threadRoutes.accept, { params: { id }, body: { hasAccepted } })

export const adds = (person: Person, id: string, others: readonly Person[]) =>
  person.gets(threadRoutes.addMembers, { params: { id }, body: { userIds: others.map((other) => other.id) } })

export const removes = (person: Person, id: string, other: Person) =>
  person.gets(threadRoutes.removeMember, { params: { id, userId: other.id } })

export const leaves = (person: Person, id: string) => person.gets(threadRoutes.leave, { params: { id } })
