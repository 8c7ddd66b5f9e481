import { z } from 'zod'
import { defineRoutes, Timestamp } from '../define.ts'

/** The kinds of content in the tables of the database. `other`: the rest of the database. */
export const TABLE_KINDS = ['messages', 'alerts', 'feeds', 'pages', 'audit', 'journal', 'other'] as const
/** The kinds of uploaded files. */
export const FILE_KINDS = ['pictures', 'videos', 'sounds', 'documents'] as const

const bytes = z.int().nonnegative()

const StorageUsage = z
  .object({
    countedAt: Timestamp,
    tables: z.array(
      z.object({
        kind: z.enum(TABLE_KINDS),
        /** An estimate of the database. null: unknown, or more than one kind of row. */
        rows: z.int().nonnegative().nullable(),
        /** On the disk, with indexes. */
        bytes,
      }),
    ),
    /** Without their previews. */
    files: z.array(z.object({ kind: z.enum(FILE_KINDS), count: z.int().nonnegative(), bytes })),
    /** The recordings of radio messages. Their files are among the sounds too. */
    radio: z.object({ count: z.int().nonnegative(), bytes }),
  })
  .meta({ id: 'StorageUsage' })
export type StorageUsage = z.infer<typeof StorageUsage>

export const storageRoutes = defineRoutes({
  read: {
    method: 'GET',
    path: '/admin/storage',
    access: 'admin',
    reply: z.object({
      /** null: it has not been counted yet. */
      usage: StorageUsage.nullable(),
    }),
    summary: 'Read how much the server stores, by kind, as it was counted last. The server counts once a day.',
  },
  count: {
    method: 'POST',
    path: '/admin/storage/count',
    access: 'admin',
    errors: ['tooManyRequests', 'unavailable'],
    reply: z.object({ usage: StorageUsage }),
    summary: 'Count how much the server stores, by kind. Ten times an hour are possible.',
  },
})
