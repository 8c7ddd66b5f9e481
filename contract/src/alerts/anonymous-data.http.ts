import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, EmptyReply, Timestamp, Uuid } from '../define.ts'

/** An alert with its size on the disk. */
export const StoredAlert = z
  .object({
    id: Uuid,
    MessageThreadId: Uuid,
    createdAt: Timestamp,
    isActive: z.boolean(),
    /** null: the raiser is anonymous. */
    raisedBy: Person.nullable(),
    /** The beginning of the alert's text. */
    text: z.string(),
    fileCount: z.int(),
    /** Bytes of text and files. */
    bytes: z.int(),
  })
  .meta({ id: 'StoredAlert' })
export type StoredAlert = z.infer<typeof StoredAlert>

export const anonymousDataRoutes = defineRoutes({
  usage: {
    method: 'GET',
    path: '/admin/anonymous-data',
    access: 'admin',
    reply: z.object({
      /** Bytes that callers without a session have stored. */
      filesBytes: z.int(),
      textBytes: z.int(),
      /**
       * Bytes that all these callers (`ANONYMOUS_MB`), and one network address in a day (`ANONYMOUS_MB_PER_ADDRESS`), may store.
       */
      maxBytes: z.int(),
      addressMaxBytes: z.int(),
      /** Bytes of the disk that are still free for files; null if another machine stores them. */
      spareBytes: z.int().nullable(),
      /** The budget is used up: each SOS stores only a short text and one photo. */
      isFull: z.boolean(),
      /** The fifty alerts with the most bytes. */
      items: z.array(StoredAlert),
    }),
    summary: 'Storage that callers without a session use, and the largest alerts.',
  },
  deleteAlert: {
    method: 'DELETE',
    path: '/alerts/:id',
    access: 'admin',
    params: z.object({ id: Uuid }),
    errors: ['alert.notFound'],
    reply: EmptyReply,
    summary: 'Delete an alert with its chat and its files permanently.',
  },
})
