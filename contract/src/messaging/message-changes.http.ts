import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, listOf, Timestamp, Uuid } from '../define.ts'
import { MentionsField } from './mentions.ts'
import { Message, MessageText } from './messaging.http.ts'

const IdParams = z.object({ id: Uuid })

/** Changes of sent messages. In the chat of an alert, which is a record, readers only react (decisions/0205). */
export const messageChangeRoutes = defineRoutes({
  edit: {
    method: 'PATCH',
    path: '/messages/:id',
    access: 'member',
    budget: 'everyday',
    params: IdParams,
    body: z.object({ text: MessageText, mentions: MentionsField }),
    errors: [
      'message.notFound',
      'message.notYours',
      'message.isRecord',
      'message.isDeleted',
      'message.tooOld',
      'message.tooManyEdits',
      'thread.blocked',
      'tooManyRequests',
    ],
    reply: Message,
    summary: 'Replace the text of an own message within 24 hours. The text before it stays readable.',
  },
  delete: {
    method: 'DELETE',
    path: '/messages/:id',
    access: 'member',
    params: IdParams,
    errors: ['message.notFound', 'message.notYours', 'message.isRecord', 'tooManyRequests'],
    /** The message without its content. A repeated deletion returns it too. */
    reply: Message,
    summary: 'Delete an own message for everyone, or any message of a group as its admin.',
  },
  deleteSent: {
    method: 'DELETE',
    path: '/messages/sent/:id',
    access: 'member',
    params: IdParams,
    errors: ['message.isRecord', 'tooManyRequests'],
    /** null: no such message has arrived. */
    reply: z.object({ message: Message.nullable() }),
    summary: 'Delete an own message by the clientId with which it was sent, after a lost reply.',
  },
  versions: {
    method: 'GET',
    path: '/messages/:id/versions',
    access: 'member',
    params: IdParams,
    errors: ['message.notFound'],
    reply: listOf(z.object({ text: z.string(), writtenAt: Timestamp })),
    summary: 'The earlier texts of a message, the oldest first: for the readers of its thread.',
  },
  react: {
    method: 'PUT',
    path: '/messages/:id/reaction',
    access: 'member',
    params: IdParams,
    /** One emoji of the picker; null takes the reaction back. */
    body: z.object({ emoji: z.string('common.wrongType').max(40, 'common.wrongType').nullable() }),
    errors: [
      'message.notFound',
      'message.isDeleted',
      'message.notAReaction',
      'message.tooManyReactions',
      'thread.blocked',
      'tooManyRequests',
    ],
    reply: Message,
    summary: 'React to a message with an emoji, in place of the own reaction before.',
  },
  reactions: {
    method: 'GET',
    path: '/messages/:id/reactions',
    access: 'member',
    params: IdParams,
    errors: ['message.notFound'],
    reply: listOf(z.object({ person: Person, emoji: z.string(), createdAt: Timestamp })),
    summary: 'Who reacted to a message, the earliest first.',
  },
})
