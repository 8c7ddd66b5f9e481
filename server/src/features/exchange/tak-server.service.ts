import { X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import type { z } from 'zod'
import { TAK_PROBLEMS, TakIdentity, type TakServer, type TakServerForm } from '@noroshi/contract/exchange/tak.http'
import { newId } from '#/db/ids.ts'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { ALL_USERS } from '#/realtime/rooms.ts'
import {
  changeTakServer,
  deleteConsents,
  deleteTakServer,
  insertTakServer,
  lockTakServer,
  takCounts,
  takServerRow,
  type TakServerRow,
} from './tak.sql.ts'
import { identityOptions, mayConnect } from './tak-stream.ts'

const targetKind = 'takServer'
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/** Returns the connection to the TAK server without its secrets; null without one. */
export async function readTakServer({ db }: Pick<Deps, 'db'>): Promise<{ server: TakServer | null }> {
  const row = await takServerRow(db)
  return { server: row ? await present(db, row) : null }
}

/**
 * Sets the connection. Absent files stay as they are. Another recipient, host or port is another connection: consents were given
 * for the one before.
 * @throws takServer.notAllowed, takServer.filesRequired, takServer.identityBroken, takServer.authorityBroken (400)
 */
export async function saveTakServer(
  deps: Deps,
  auditActor: AuditActor,
  { identity, authority, ...form }: z.output<typeof TakServerForm>,
): Promise<{ server: TakServer }> {
  if (!mayConnect(form.host, form.port, deps.config.takLocalServers)) throw new AppError('takServer.notAllowed')
  const { recipient, host, port } = form
  const setting = {
    recipient,
    host,
    port,
    certificate_name: form.certificateName,
    is_test: form.isTest,
    includes_names: form.includesNames,
    includes_texts: form.includesTexts,
    includes_people: form.includesPeople,
    includes_drills: form.includesDrills,
  }
  return deps.transaction(async (tx) => {
    await lockTakServer(tx)
    const before = await takServerRow(tx)
    const files = { identity: identity ?? before?.identity, authority: authority ?? before?.authority }
    if (files.identity === undefined || files.authority === undefined) throw new AppError('takServer.filesRequired')
    const certificates = { identity: TakIdentity.parse(files.identity), authority: files.authority }
    assertReadable(certificates)
    const stored = { ...setting, authority: certificates.authority, identity: JSON.stringify(certificates.identity) }
    const isSame = before?.recipient === recipient && before.host === host && before.port === port
    // People see whether their names leave: with the names, they decide again.
    const endsConsents = !form.includesPeople || (form.includesNames && before?.includes_names === false)
    if (isSame) await changeTakServer(tx, before.id, stored)
    else {
      await deleteTakServer(tx)
      await insertTakServer(tx, { id: newId(), ...stored, created_by: auditActor.actor.id, created_at: deps.now() })
      tx.emit('tak:markers_changed', [ALL_USERS], {})
    }
    if (endsConsents) await deleteConsents(tx)
    const row = await takServerRow(tx)
    if (!row) throw new Error('the TAK server was not inserted')
    const details = { ...form, hasNewIdentity: identity !== undefined, hasNewAuthority: authority !== undefined }
    await recordAudit(tx, { ...auditActor, action: 'takServer.saved', targetKind, targetId: row.id, details })
    tx.emitInternal('tak:changed', {})
    return { server: await present(tx, row) }
  })
}

/** @throws takServer.notFound (404) */
export const removeTakServer = (deps: Deps, auditActor: AuditActor): Promise<void> =>
  deps.transaction(async (tx) => {
    await lockTakServer(tx)
    const removed = await deleteTakServer(tx)
    if (!removed) throw new AppError('takServer.notFound')
    const { id: targetId, ...details } = removed
    await recordAudit(tx, { ...auditActor, action: 'takServer.removed', targetKind, targetId, details })
    tx.emit('tak:markers_changed', [ALL_USERS], {})
    tx.emitInternal('tak:changed', {})
  })

function assertReadable({ identity, authority }: { readonly identity: TakIdentity; readonly authority: string }): void {
  try {
    const certificates = authority.match(CERTIFICATE) ?? []
    if (certificates.length === 0) throw new Error('no certificate')
    for (const certificate of certificates) new X509Certificate(certificate)
  } catch {
    throw new AppError('takServer.authorityBroken')
  }
  try {
    createSecureContext(identityOptions(identity))
  } catch {
    throw new AppError('takServer.identityBroken')
  }
}

async function present(db: Db, row: TakServerRow): Promise<TakServer> {
  const { markers, consents } = await takCounts(db)
  return {
    id: row.id,
    recipient: row.recipient,
    host: row.host,
    port: row.port,
    certificateName: row.certificate_name,
    isTest: row.is_test,
    includesNames: row.includes_names,
    includesTexts: row.includes_texts,
    includesPeople: row.includes_people,
    includesDrills: row.includes_drills,
    createdAt: row.created_at.toISOString(),
    connectedAt: row.connected_at?.toISOString() ?? null,
    receivedAt: row.received_at?.toISOString() ?? null,
    problem: TAK_PROBLEMS.find((problem) => problem === row.problem) ?? null,
    problemAt: row.problem_at?.toISOString() ?? null,
    certificateEndsAt: row.certificate_ends_at?.toISOString() ?? null,
    markerCount: markers,
    consentCount: consents,
  }
}
