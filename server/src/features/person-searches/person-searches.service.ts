import type { z } from 'zod'
import {
  PERSON_SEARCH_DAYS,
  PERSON_SEARCH_DELAY_S,
  PERSON_SEARCHES_A_DAY_MAX,
  PERSON_SEARCHES_SHOWN,
  PersonSearchAnswer,
  type PersonSearchMessage,
  type personSearchRoutes,
} from '@noroshi/contract/person-searches/person-searches.http'
import { personKey } from '@noroshi/contract/reception/doubles'
import { command } from '#/db/command.ts'
import { newId } from '#/db/ids.ts'
import type { Job } from '#/db/jobs.ts'
import type { RateLimit } from '#/db/rate-limits.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { presentPerson } from '#/features/accounts/people/people.service.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { openShelter, staffRooms } from '#/features/reception/shelters.service.ts'
import type { AuditActor, SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { userRoom } from '#/realtime/rooms.ts'
import {
  answerSearch,
  deleteSearches,
  dueSearches,
  findableBy,
  hasMessage,
  insertMessage,
  insertSearch,
  markPassedOn,
  type MessageRow,
  messagesTo,
  searchesOf,
} from './person-searches.sql.ts'

const DAY_MINUTES = 24 * 60
const DAY = DAY_MINUTES * 60_000
const OF_USER: RateLimit = { name: 'person searches', max: PERSON_SEARCHES_A_DAY_MAX, minutes: DAY_MINUTES }
/** Questions of one address, which a family or the desk of a shelter shares. */
const OF_ADDRESS: RateLimit = { name: 'person searches of an address', max: 100, minutes: DAY_MINUTES }
/** Milliseconds between two runs of the job: a question is answered at most this much later than it is due. */
const ANSWERED_EVERY_MS = 5000
/** Questions that one run answers. */
const AT_ONCE = 500

const presentMessage = (row: MessageRow): PersonSearchMessage => ({
  id: row.search_id,
  registeredId: row.registered_id,
  searcher: presentPerson(row.searcher),
  name: row.name,
  message: row.message,
  createdAt: row.answered_at.toISOString(),
  passedOnAt: row.passed_on_at?.toISOString() ?? null,
})

/** Returns the questions of the viewer, and the messages to the viewer. */
export async function readSearches({ db }: Deps, viewer: SignedIn): Promise<z.input<typeof personSearchRoutes.own.reply>> {
  const rows = await searchesOf(db, viewer.id, PERSON_SEARCHES_SHOWN)
  const received = await messagesTo(db, { userId: viewer.id }, PERSON_SEARCHES_SHOWN)
  return {
    searches: rows.map((row) => ({
      id: row.id,
      name: row.name,
      kana: row.kana,
      birthYear: row.birth_year,
      message: row.message,
      createdAt: row.created_at.toISOString(),
      answer: PersonSearchAnswer.nullable().parse(row.answer),
    })),
    received: received.map(presentMessage),
  }
}

/**
 * Asks whether a person is in a shelter. It looks up no person: the job does so, after the same time for all questions.
 * @throws personSearch.tooManyToday (429); conflict (409)
 */
export async function askForPerson(
  deps: Deps,
  { actor, ip }: AuditActor,
  { clientId, ...form }: z.output<typeof personSearchRoutes.create.body>,
) {
  const isAllowed =
    (await deps.rateLimiter.take(OF_USER, actor.id)).isAllowed && (await deps.rateLimiter.take(OF_ADDRESS, ip)).isAllowed
  if (!isAllowed) throw new AppError('personSearch.tooManyToday')
  return command(
    deps,
    { viewer: actor, name: 'person-search:create', clientId, body: form },
    async (tx, id) => {
      const { name, kana, birthYear, message } = form
      const at = deps.now()
      await insertSearch(tx, {
        id,
        searcher_id: actor.id,
        name,
        kana,
        birth_year: birthYear,
        message,
        name_key: personKey(name, ''),
        person_key: personKey(name, kana),
        created_at: at,
        due_at: new Date(at.getTime() + PERSON_SEARCH_DELAY_S * 1000),
      })
      await recordAudit(tx, { actor, ip, action: 'personSearch.asked', targetKind: 'personSearch', targetId: id })
      return { ok: true as const }
    },
    async () => ({ ok: true as const }),
  )
}

/**
 * Answers the questions that are due, each in a transaction with the same statements. The staff is told afterwards, so that no
 * question takes longer than another one.
 */
export async function answerDueSearches(deps: Deps): Promise<void> {
  const placeIds = new Set<string>()
  for (const id of await dueSearches(deps.db, deps.now(), AT_ONCE))
    await deps.transaction(async (tx) => {
      const answered = await answerSearch(tx, id, deps.now())
      if (answered === undefined) return
      const rooms = [answered.searcher_id, ...answered.user_ids].map(userRoom)
      tx.emit('person-searches:changed', rooms, {})
      for (const placeId of answered.place_ids) placeIds.add(placeId)
    })
  if (placeIds.size === 0) return
  await deps.transaction(async (tx) => {
    for (const placeId of placeIds) await tellStaff(tx, placeId)
  })
}

/** Tells the staff of a shelter that there is a message, or that it was passed on. */
async function tellStaff(tx: Tx, placeId: string): Promise<void> {
  tx.emit('person-searches:message', await staffRooms(tx, placeId), { placeId })
}

interface FoundByStaff {
  readonly searcherId: string
  readonly name: string
  readonly kana: string
  readonly birthYear: number | null
  readonly message: string
  /** The person of the register. */
  readonly rootId: string
}

/**
 * Tells a person whom the staff of a shelter found who searched for them, if they agreed to be found: as a question that was answered
 * at once. Nothing is stored otherwise, and nothing more for a person whom the searcher has told the same before.
 * @returns whether the person is told, now or before
 */
export async function tellFound(deps: Deps, tx: Tx, { rootId, ...found }: FoundByStaff): Promise<boolean> {
  const { searcherId, name, kana, birthYear, message } = found
  const person = await findableBy(tx, rootId, searcherId)
  if (person === undefined) return false
  if (await hasMessage(tx, rootId, { searcherId, message })) return true
  const [id, at] = [newId(), deps.now()]
  const keys = { name_key: personKey(name, ''), person_key: personKey(name, kana) }
  const question = {
    id,
    searcher_id: searcherId,
    name,
    kana,
    birth_year: birthYear,
    message,
    ...keys,
    created_at: at,
    due_at: at,
  }
  await insertSearch(tx, { ...question, answer: 'passedOn', answered_at: at })
  await insertMessage(tx, id, person)
  if (person.user_id === null) await tellStaff(tx, person.place_id)
  tx.emit('person-searches:changed', [searcherId, ...(person.user_id === null ? [] : [person.user_id])].map(userRoom), {})
  return true
}

export const personSearchesJob = (deps: Deps): Job => ({
  name: 'person searches',
  every: ANSWERED_EVERY_MS,
  run: () => answerDueSearches(deps),
})

/** Returns the messages for people without an account in a shelter, with an audit entry. @throws shelter.notFound (404) */
export const readMessages = (deps: Deps, auditActor: AuditActor, placeId: string) =>
  deps.transaction(async (tx) => {
    const { name } = await openShelter(tx, auditActor.actor, placeId, 'reception:work')
    const rows = await messagesTo(tx, { placeId }, PERSON_SEARCHES_SHOWN)
    const details = { name, people: rows.length }
    await recordAudit(tx, { ...auditActor, action: 'register.messagesRead', targetKind: 'place', targetId: placeId, details })
    return { items: rows.map(presentMessage) }
  })

/** Records that the staff told a person. @throws shelter.notFound, personSearch.notFound (404) */
export const passOn = (
  deps: Deps,
  viewer: SignedIn,
  message: { readonly placeId: string; readonly id: string; readonly registeredId: string },
) =>
  deps.transaction(async (tx) => {
    await openShelter(tx, viewer, message.placeId, 'reception:work')
    if (!(await markPassedOn(tx, message, viewer.id, deps.now()))) throw new AppError('personSearch.notFound')
    await tellStaff(tx, message.placeId)
    return { ok: true as const }
  })

/** Deletes the questions of {@link PERSON_SEARCH_DAYS} days ago. @returns their number */
export const deleteOldSearches = (deps: Deps): Promise<number> =>
  deps.transaction((tx) => deleteSearches(tx, new Date(deps.now().getTime() - PERSON_SEARCH_DAYS * DAY)))
