import { z } from 'zod'
import { Instant, Uuid, Version } from '../define.ts'
import { Media } from '../files.ts'
import { Person } from '../accounts/accounts.http.ts'

/** What a message is part of (specification, section 3). Chats and radio join with their features. */
export const MessageType = z.enum(['alertChat'])

/** A message as every reader of its thread sees it. */
export const Message = z
  .object({
    id: Uuid,
    MessageThreadId: Uuid,
    /** Place in its thread: from 1, without gaps, in the order of acceptance. */
    seq: z.int().positive(),
    text: z.string(),
    SenderId: Uuid,
    sender: Person,
    messageType: MessageType,
    messageMedias: z.array(Media),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    /** The alert whose thread this is. */
    alertId: Uuid.nullable(),
    isGroupMessage: z.boolean(),
    /** Recipients by name; empty in an alert's thread, whose readers are the audience. */
    userId: z.array(Uuid),
    createdAt: Instant,
    /** The sender's own clock, a hint. */
    messageAt: Instant,
    updatedAt: Instant,
    version: Version,
    /** The id the sender's device gave, so that it knows its own message again; null where it gave none. */
    clientId: Uuid.nullable(),
  })
  .meta({ id: 'Message' })
export type Message = z.infer<typeof Message>
