import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { CODE_LETTERS } from '@noroshi/contract/text/typed-code'
import { PAIRING_CODE_LENGTH, PAIRING_CODE_MINUTES, peerRoutes } from '@noroshi/contract/units/units.http'
import { newId } from '#/db/ids.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { ownFacts } from './own-facts.ts'
import { isProof, proofKeyOf, proofOf, readAnswer } from './pairing-files.ts'
import { accept, admit, createRequest, openFounder } from './pairing.service.ts'
import { PeerRefused, postToPeer } from './peer-request.ts'
import { deleteCode, insertCode, lockCodes } from './roster.sql.ts'
import type { SyncContext } from './sync-context.service.ts'

const MINUTE_MS = 60_000

/** Returns a new one-time code with which another unit pairs over a link, and the addresses of this one. @throws units.founderOnly (403); units.notSharing (409) */
export async function createCode(context: SyncContext, auditActor: AuditActor) {
  const letters = Array.from({ length: PAIRING_CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)])
  const code = (letters.join('').match(/.{4}/g) ?? []).join('-')
  const expiresAt = new Date(context.deps.now().getTime() + PAIRING_CODE_MINUTES * MINUTE_MS)
  const { urls } = await context.deps.transaction(async (tx) => {
    const { unit_id } = await openFounder(tx)
    await insertCode(tx, newId(), proofKeyOf(code), expiresAt)
    await recordAudit(tx, { ...auditActor, action: 'unit.codeCreated', targetKind: 'unit', targetId: unit_id })
    return ownFacts(context.deps, tx, unit_id)
  })
  return { code, expiresAt: expiresAt.toISOString(), addresses: urls }
}

/**
 * Admits a unit that proves a one-time code, which then works no more.
 * @throws units.codeWrong (403), also where there is no group; and the errors of {@link admitByFile}
 */
export const admitByCode = (context: SyncContext, ip: string, request: string, proof: string) =>
  context.deps.transaction(async (tx) => {
    const code = (await lockCodes(tx, context.deps.now())).find(({ proof_key }) => isProof(proof_key, request, proof))
    if (code === undefined) throw new AppError('units.codeWrong')
    await deleteCode(tx, code.id)
    const answer = await admit(context, tx, request, { actor: null, ip })
    return { answer, proof: proofOf(code.proof_key, answer) }
  })

const PairReply = z.object({ answer: z.string(), proof: z.string() })

/** Returns the base URL of a typed address. @throws units.unreachable (409) */
function baseUrlOf(address: string): string {
  const url = URL.parse(/^https?:\/\//i.test(address) ? address : `http://${address}`)
  if (url === null) throw new AppError('units.unreachable')
  return url.origin
}

/**
 * Joins the group of the unit at an address by its one-time code, once an administrator has compared the digits.
 * @throws units.unreachable, units.inGroup (409); units.codeWrong (403)
 */
export async function joinByCode(context: SyncContext, auditActor: AuditActor, address: string, code: string): Promise<void> {
  const [baseUrl, proofKey, request] = [baseUrlOf(address), proofKeyOf(code), await createRequest(context)]
  const reply = await postToPeer(
    baseUrl,
    peerRoutes.pair.path,
    { request, proof: proofOf(proofKey, request) },
    { isTyped: true },
  ).catch((error: unknown) => {
    throw new AppError(error instanceof PeerRefused ? 'units.codeWrong' : 'units.unreachable')
  })
  const { success, data } = PairReply.safeParse(reply)
  if (!success || !isProof(proofKey, data.answer, data.proof)) throw new AppError('units.codeWrong')
  await accept(context, auditActor, readAnswer(data.answer), baseUrl)
}
