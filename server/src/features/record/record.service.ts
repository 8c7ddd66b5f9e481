import type { z } from 'zod'
import { can } from '@noroshi/contract/abilities'
import type { AlertFacts } from '@noroshi/contract/alerts/alerts.abilities'
import { PAGE_SIZE } from '@noroshi/contract/limits'
import type { ChainEntry, Content } from '@noroshi/contract/record/chain'
import { AUDIT_CHAIN } from '@noroshi/contract/record/record-file'
import { RecordEntrySchema, recordKinds } from '@noroshi/contract/record/record-kinds'
import type { recordRoutes } from '@noroshi/contract/record/record.http'
import { pageBy } from '#/db/page-of.ts'
import type { Deps } from '#/deps.ts'
import type { Db } from '#/db/pool.ts'
import { auditContentsById, recordAudit } from '#/features/admin/audit.service.ts'
import { loadAlert } from '#/features/alerts/alerts.service.ts'
import type { AuditActor, SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { chainById, entriesBetween, entriesOfKinds, type EntryRow, hashAt } from './record.sql.ts'
import { SigningKey } from './signing-key.ts'

/** Entries of one part of an export. */
const PART = 1000

const kinds = Object.entries(recordKinds)

/** Returns a page of the entries of an alert that the viewer may read, oldest first. @throws alert.notFound (404). */
export async function readTimeline(deps: Deps, viewer: SignedIn, id: string, cursor: number | undefined) {
  const { facts } = await loadAlert(deps, { viewer, tokenAlertId: null }, id)
  const rows = await entriesOfKinds(deps.db, id, readableKinds(viewer, facts), cursor ?? 0, PAGE_SIZE + 1)
  return pageBy(
    ({ seq }) => String(seq),
    rows,
    PAGE_SIZE,
    ({ seq, at, kind, payload }) => RecordEntrySchema.parse({ seq, at: at.toISOString(), kind, payload: contentOf(payload) }),
  )
}

const readableKinds = (viewer: SignedIn, facts: AlertFacts): string[] =>
  kinds.filter(([, { ability }]) => can(viewer, ability, facts)).map(([name]) => name)

// `as`: the column has JSON of this server.
const contentOf = (payload: string | null): Content | null => (payload === null ? null : (JSON.parse(payload) as Content))

type PartQuery = z.output<typeof recordRoutes.export.query>

/** Returns a part of the record of an alert. @throws record.notFound (404). */
export const exportRecord = (deps: Deps, auditActor: AuditActor, id: string, query: PartQuery) =>
  exportPart(deps, auditActor, { chain: id, targetKind: 'alert', query })

/** Returns a part of the record of the audit log. @throws record.notFound (404). */
export const exportAuditRecord = (deps: Deps, auditActor: AuditActor, query: PartQuery) =>
  exportPart(deps, auditActor, { chain: AUDIT_CHAIN, targetKind: 'settings', query })

interface Part {
  readonly chain: string
  readonly targetKind: string
  readonly query: PartQuery
}

async function exportPart(deps: Deps, auditActor: AuditActor, { chain, targetKind, query: { after, until } }: Part) {
  const { db, now } = deps
  const seq = until ?? (await chainById(db, chain))?.last_seq ?? 0
  const hash = await hashAt(db, chain, seq)
  if (hash === undefined) throw new AppError('record.notFound')
  // Each part, because a caller may begin with any entry.
  const targetId = chain === AUDIT_CHAIN ? null : chain
  const entry = { ...auditActor, action: 'record.exported', targetKind, targetId, details: { after, until: seq } }
  await deps.transaction((tx) => recordAudit(tx, entry))
  const rows = await entriesBetween(db, chain, after, seq, PART)
  const last = rows.at(-1)?.seq ?? seq
  return {
    chain,
    entries: chain === AUDIT_CHAIN ? await presentAudit(db, rows) : rows.map((row) => presentEntry(row, contentOf(row.payload))),
    head: (await SigningKey.open(db)).sign({ chain, seq, hash, at: now().toISOString() }),
    nextAfter: last < seq ? last : null,
  }
}

/** The contents are read from the audit log itself, so that an export names each of its rows that was changed. */
async function presentAudit(db: Db, rows: readonly EntryRow[]): Promise<ChainEntry[]> {
  const contents = await auditContentsById(
    db,
    rows.flatMap(({ source_id }) => source_id ?? []),
  )
  return rows.map((row) => presentEntry(row, (contents.get(row.source_id ?? '')?.payload ?? null) as Content | null))
}

const presentEntry = ({ seq, at, kind, commitment, hash, salt }: EntryRow, payload: Content | null): ChainEntry => ({
  seq,
  at: at.toISOString(),
  kind,
  commitment,
  hash,
  payload,
  salt: payload === null ? null : salt,
})
