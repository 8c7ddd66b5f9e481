import { z } from 'zod'
import { defineRoutes, listOf, Timestamp, Uuid, wholeText } from '../define.ts'
import { RecordEntrySchema } from './record-kinds.ts'

const Base64Url = z.string().regex(/^[\w-]+$/)

/** A signed head of a record (chain.ts). */
export const RecordHead = z
  .object({
    chain: Uuid,
    seq: z.int().positive(),
    hash: Base64Url,
    at: Timestamp,
    key: Base64Url,
    signature: Base64Url,
  })
  .meta({ id: 'RecordHead' })
export type RecordHead = z.infer<typeof RecordHead>

/** A part of a record with what a verifier needs (chain.ts). */
const RecordPart = z.object({
  chain: Uuid,
  entries: z.array(
    z.object({
      seq: z.int().positive(),
      at: Timestamp,
      kind: z.string(),
      /** null: the content was erased. */
      salt: Base64Url.nullable(),
      payload: z.record(z.string(), z.unknown()).nullable(),
      commitment: Base64Url,
      hash: Base64Url,
    }),
  ),
  /** The head at the first request. Further requests name its `seq`, so that all parts are of one state. */
  head: RecordHead,
  /** `after` of the next part; null at the end. */
  nextAfter: z.int().nullable(),
})

const PartQuery = z.object({
  /** The last entry of the part before; 0 begins an export. */
  after: wholeText().default(0),
  /** The last entry of the export: `head.seq` of the first part. */
  until: wholeText({ min: 1 }).optional(),
})

const ofAlert = { params: z.object({ id: Uuid }) }

export const recordRoutes = defineRoutes({
  timeline: {
    method: 'GET',
    path: '/alerts/:id/record',
    access: 'member',
    ...ofAlert,
    query: z.object({ cursor: wholeText({ min: 1 }).optional() }),
    errors: ['alert.notFound'],
    reply: listOf(RecordEntrySchema),
    summary: 'The record of an alert, oldest entry first: the entries that the user may read.',
  },
  export: {
    method: 'GET',
    path: '/admin/alerts/:id/record',
    access: 'admin',
    ...ofAlert,
    query: PartQuery,
    errors: ['tooManyRequests', 'record.notFound'],
    reply: RecordPart,
    summary: 'A part of the record of an alert with its hashes and its signed head. Each part is an audit entry.',
  },
  exportAudit: {
    method: 'GET',
    path: '/admin/audit/record',
    access: 'admin',
    query: PartQuery,
    errors: ['tooManyRequests', 'record.notFound'],
    reply: RecordPart,
    summary: 'A part of the record of the audit log with its hashes and its signed head. Each part is an audit entry.',
  },
  heads: {
    method: 'GET',
    path: '/admin/record-heads',
    access: 'admin',
    query: z.object({ cursor: Uuid.optional() }),
    reply: listOf(RecordHead),
    summary: 'The signed heads of all records: that of the audit log, then those of the newest alerts first.',
  },
})
