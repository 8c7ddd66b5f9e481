import { createHash, randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { ANSWER_LINK_DAYS } from '@noroshi/contract/roll-calls/roll-calls'
import type { answerLinkRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { ownLink } from '#/http/own-link.ts'
import { linkOf, storeLink } from './answer-links.sql.ts'
import { newState } from './answer.service.ts'
import { isAskedPerson } from './person-states.sql.ts'
import type { RollCallWrites } from './roll-call-writes.service.ts'
import { openAsKeeper } from './roll-calls.service.ts'
import { rollCallById } from './roll-calls.sql.ts'

const SECRET_BYTES = 32
const DAY = 86_400_000

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/**
 * Makes the link with which a person answers without sign-in. The one before ends.
 * @throws rollCall.notFound, rollCall.notAsked (404); rollCall.closed (409)
 */
export async function createAnswerLink(deps: Deps, viewer: SignedIn, rollCallId: string, personId: string) {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  await deps.transaction(async (tx) => {
    const { row } = await openAsKeeper(tx, viewer, rollCallId)
    if (row.closed_at !== null) throw new AppError('rollCall.closed')
    if (!(await isAskedPerson(tx, { rollCallId, personId }))) throw new AppError('rollCall.notAsked')
    const link = { rollCallId, personId, secretHash: hashOf(secret), createdBy: viewer.id, createdAt: deps.now() }
    await storeLink(tx, link)
  })
  return ownLink(deps, `/answer#${secret}`)
}

/** @throws rollCall.linkEnded (404), alike for unknown, expired and replaced links and for roll-calls that ended */
async function openLink(deps: Deps, secret: string) {
  const link = await linkOf(deps.db, hashOf(secret), new Date(deps.now().getTime() - ANSWER_LINK_DAYS * DAY))
  const row = link && (await rollCallById(deps.db, link.roll_call_id, null))
  if (link === undefined || row === undefined) throw new AppError('rollCall.linkEnded')
  return { link, row }
}

/** Returns the question of a link without a name. @throws rollCall.linkEnded (404) */
export async function readLinkQuestion(deps: Deps, secret: string): Promise<z.input<typeof answerLinkRoutes.question.reply>> {
  const { link, row } = await openLink(deps, secret)
  const { title, text, template, is_drill: isDrill, questions } = row
  return { title, text, template, isDrill, questions: [...questions], isAnswered: link.is_answered }
}

/** Stores the answer of a link. @throws rollCall.linkEnded (404); rollCall.notAnOption (400); conflict (409) */
export async function answerByLink(
  deps: Deps,
  writes: RollCallWrites,
  { secret, ...sent }: z.output<typeof answerLinkRoutes.answer.body>,
): Promise<{ isStored: true }> {
  const { link, row } = await openLink(deps, secret)
  const state = newState(deps, row, sent, { personId: link.person_id, saidBy: null, source: 'link', proxiesMax: null })
  await writes.answer(state).catch((error: unknown) => {
    // The roll-call ended meanwhile, or its people were removed: the link has ended too.
    const hasEnded = error instanceof AppError && (error.code === 'rollCall.closed' || error.code === 'rollCall.notAsked')
    throw hasEnded ? new AppError('rollCall.linkEnded') : error
  })
  return { isStored: true }
}
