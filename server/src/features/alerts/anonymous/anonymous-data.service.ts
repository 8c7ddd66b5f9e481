import type { z } from 'zod'
import type { anonymousDataRoutes, StoredAlert } from '@noroshi/contract/alerts/anonymous-data.http'
import { cutText } from '@noroshi/contract/text/graphemes'
import type { Deps } from '#/deps.ts'
import { presentPerson } from '#/features/accounts/people/people.service.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { discardReceived } from '#/features/files/files.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { deleteAlertWithin } from '../alert-deletion.service.ts'
import { alertForUpdate } from '../alerts.sql.ts'
import { anonymousBytes, largestAlerts, type StoredAlertRow } from './anonymous-data.sql.ts'

const ALERTS_SHOWN = 50
/** Characters of an alert's text in the list and in the audit log. */
const TEXT_SHOWN = 120

/** Returns the usage of the anonymous budget and the largest alerts. */
export async function readAnonymousData(deps: Deps): Promise<z.output<typeof anonymousDataRoutes.usage.reply>> {
  const { db, storage, anonymousBudget } = deps
  await anonymousBudget.refresh()
  const [{ files, text }, spare, rows] = await Promise.all([
    anonymousBytes(db),
    storage.spareBytes(),
    largestAlerts(db, ALERTS_SHOWN),
  ])
  return {
    filesBytes: files,
    textBytes: text,
    maxBytes: anonymousBudget.maxBytes,
    addressMaxBytes: anonymousBudget.addressMaxBytes,
    spareBytes: spare === Infinity ? null : Math.max(0, spare),
    isFull: anonymousBudget.isFull,
    items: rows.map(present),
  }
}

const present = (row: StoredAlertRow): StoredAlert => ({
  id: row.id,
  MessageThreadId: row.thread_id,
  createdAt: row.created_at.toISOString(),
  isActive: row.resolved_at === null,
  raisedBy: row.raiser && presentPerson(row.raiser),
  text: cutText(row.text_content, TEXT_SHOWN),
  fileCount: row.file_count,
  bytes: row.bytes,
})

/**
 * Deletes an alert with its chat, its acknowledgements and its files permanently. The event removes it from all open
 * pages.
 * @throws alert.notFound (404).
 */
export async function deleteAlert(deps: Deps, { actor, ip }: AuditActor, id: string): Promise<{ ok: true }> {
  const removed = await deps.transaction(async (tx) => {
    const row = await alertForUpdate(tx, id, null)
    if (!row) throw new AppError('alert.notFound')
    const files = await deleteAlertWithin(tx, row)
    const name = cutText(row.text_content, TEXT_SHOWN)
    const details = { name, createdAt: row.created_at.toISOString(), raisedBy: row.raised_by, files: files.length }
    await recordAudit(tx, { actor, ip, action: 'alert.deleted', targetKind: 'alert', targetId: id, details })
    return files
  })
  await discardReceived(deps, removed)
  await deps.anonymousBudget.refresh()
  return { ok: true }
}
