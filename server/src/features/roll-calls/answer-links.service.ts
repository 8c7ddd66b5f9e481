import { createHash, randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { knownLanguage, type Language } from '@noroshi/contract/i18n'
import { ANSWER_LINK_DAYS } from '@noroshi/contract/roll-calls/roll-calls'
import type { answerLinkRoutes, rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import { textIn } from '@noroshi/contract/texts'
import type { RateLimit } from '#/db/rate-limits.ts'
import type { Deps } from '#/deps.ts'
import { unitSettings } from '#/features/accounts/server/unit.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { limitConcurrency } from '#/http/limit-concurrency.ts'
import { ownLink } from '#/http/own-link.ts'
import { linkOf, mailAddresses, storeLink } from './answer-links.sql.ts'
import { newState } from './answer.service.ts'
import { isAskedPerson } from './roll-call-people.sql.ts'
import type { RollCallWrites } from './roll-call-writes.service.ts'
import { openAsKeeper } from './roll-calls.service.ts'
import { rollCallById, type RollCallRow } from './roll-calls.sql.ts'

const SECRET_BYTES = 32
const DAY = 86_400_000

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Mails with links of one keeper. */
const LINK_MAILS: RateLimit = { name: 'answer link mails', max: 2000, minutes: 24 * 60 }
/** Mails that one request sends at a time. */
const CONCURRENT_MAILS = 4

/**
 * Makes the links with which people answer without sign-in. The ones before end.
 * @returns the path of each link by the id of its person
 * @throws rollCall.notFound, rollCall.notAsked (404); rollCall.closed (409)
 */
async function makeLinks(deps: Deps, viewer: SignedIn, rollCallId: string, personIds: readonly string[]) {
  const paths = new Map<string, string>()
  const row = await deps.transaction(async (tx) => {
    const opened = await openAsKeeper(tx, viewer, rollCallId)
    if (opened.row.closed_at !== null) throw new AppError('rollCall.closed')
    for (const personId of new Set(personIds)) {
      if (!(await isAskedPerson(tx, { rollCallId, personId }))) throw new AppError('rollCall.notAsked')
      const secret = randomBytes(SECRET_BYTES).toString('base64url')
      const link = { rollCallId, personId, secretHash: hashOf(secret), createdBy: viewer.id, createdAt: deps.now() }
      await storeLink(tx, link)
      paths.set(personId, `/answer#${secret}`)
    }
    return opened.row
  })
  return { row, paths }
}

/**
 * Makes the link with which a person answers without sign-in. The one before ends.
 * @throws rollCall.notFound, rollCall.notAsked (404); rollCall.closed (409)
 */
export async function createAnswerLink(deps: Deps, viewer: SignedIn, rollCallId: string, personId: string) {
  const { paths } = await makeLinks(deps, viewer, rollCallId, [personId])
  return ownLink(deps, paths.get(personId) ?? '')
}

/**
 * Makes a link for each of these people, and mails it if `isMailed`.
 * @throws rollCall.notFound, rollCall.notAsked (404); rollCall.closed, rollCall.noMail (409); tooManyRequests (429)
 */
export async function createAnswerLinks(
  deps: Deps,
  viewer: SignedIn,
  rollCallId: string,
  { personIds, isMailed }: z.output<typeof rollCallRoutes.createLinks.body>,
): Promise<z.input<typeof rollCallRoutes.createLinks.reply>> {
  const { mail, db, rateLimiter } = deps
  if (isMailed && mail === null) throw new AppError('rollCall.noMail')
  const { row, paths } = await makeLinks(deps, viewer, rollCallId, personIds)
  const { hosts, httpPort } = ownLink(deps, '')
  const links = [...paths].map(([personId, path]) => ({ personId, link: ownLink(deps, path).link }))
  if (!isMailed || mail === null) return { hosts, httpPort, items: links.map((link) => ({ ...link, mail: null })) }
  const [{ name: unit }, people] = await Promise.all([unitSettings(db), mailAddresses(db, [...paths.keys()])])
  const limited = limitConcurrency(CONCURRENT_MAILS)
  const send = async (personId: string, link: string): Promise<'sent' | 'failed'> => {
    const person = people.get(personId)
    if (person === undefined || !(await rateLimiter.take(LINK_MAILS, viewer.id)).isAllowed) return 'failed'
    try {
      await mail.send({ to: person.email, ...mailOf(row, knownLanguage(person.language), { unit, link }) })
      return 'sent'
    } catch (error) {
      deps.logError(error)
      return 'failed'
    }
  }
  const outcomes = links.map(({ personId, link }) =>
    limited(async () => {
      const outcome = await send(personId, link)
      // It has ended the links before it: without a mail, the keeper gives it to the person.
      return { personId, link: outcome === 'failed' ? link : null, mail: outcome }
    }),
  )
  return { hosts, httpPort, items: await Promise.all(outcomes) }
}

/** Returns a mail with a link. It has no text that a user wrote: the question is on the page of the link. */
function mailOf(
  { is_drill: isDrill }: RollCallRow,
  language: Language,
  { unit, link }: { readonly unit: string; readonly link: string },
) {
  const title = textIn(language, 'rollCalls.question')
  const question = isDrill ? textIn(language, 'rollCalls.drillTitle', { title }) : title
  const body = textIn(language, 'rollCalls.mailText', { unit, link })
  return {
    subject: textIn(language, 'rollCalls.mailSubject', { unit, question }),
    text: isDrill ? textIn(language, 'rollCalls.mailTextDrill', { text: body }) : body,
  }
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
