import type { PersonState, RollCallViewer } from '@noroshi/contract/roll-calls/roll-calls'
import { batchWrites } from '#/db/batch-writes.ts'
import { retryOnDeadlock } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { AppError } from '#/http/errors.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { KnownAnswers, keyOf } from './known-answers.ts'
import { insertStates, isUser, type NewState, type PersonKey } from './person-states.sql.ts'
import {
  addCounts,
  type CountChange,
  dependantParts,
  type LockedPerson,
  lockDependants,
  lockPeople,
  type PersonChange,
  updatePeople,
  viewerParts,
} from './roll-call-people.sql.ts'
import { presentAnswer, presentDependant } from './roll-calls.present.ts'
import { TallyEvents } from './tally-events.ts'

/** A device has the question, or the person opened it. */
interface Mark extends PersonKey {
  readonly isSeen: boolean
}

/** The part of a roll-call that belongs to one person. */
type OwnPart = Omit<RollCallViewer, 'isKeeper' | 'dependants'>

type Write = { readonly mark: Mark } | { readonly answer: NewState }

/** Why a write is refused, or the person's part of the roll-call after it; null: it did not change. */
type Outcome = AppError | OwnPart | null

/** A person while a batch changes them. */
interface Working extends PersonKey {
  readonly before: LockedPerson
  /** The dependants who are asked through the person. */
  readonly dependants: Working[]
  reachedAt: Date | null
  seenAt: Date | null
  stateId: string | null
  state: PersonState | null
  saidAt: Date | null
  answers: number
}

/**
 * Writes the answers and marks of this process in batches, so that the counts of a roll-call are changed once for each of them,
 * and emits the counts.
 */
export class RollCallWrites {
  readonly #deps: Deps
  readonly #write: ReturnType<typeof batchWrites<Write, Outcome>>
  readonly #tallies: TallyEvents

  constructor(deps: Deps) {
    this.#deps = deps
    this.#write = batchWrites((items: readonly Write[]) => this.#writeBatch(items))
    deps.metrics.watchQueue('roll-calls', this.#write.waiting)
    this.#tallies = new TallyEvents(deps)
  }

  /**
   * Stores an answer. A repetition changes nothing. An answer from before the newest one of the person is history only.
   * @returns the person's part of the roll-call; null if it did not change
   * @throws rollCall.notAsked (404), rollCall.closed, rollCall.tooManyAnswers, rollCall.tooManyProxies, conflict (409)
   */
  async answer(answer: NewState): Promise<OwnPart | null> {
    const outcome = await this.#write({ answer })
    if (outcome instanceof AppError) throw outcome
    return outcome
  }

  /** Records that a device has questions, or that the person opened one. Those that do not ask the person are ignored. */
  async mark(personId: string, rollCallIds: readonly string[], isSeen: boolean): Promise<void> {
    await Promise.all(rollCallIds.map((rollCallId) => this.#write({ mark: { rollCallId, personId, isSeen } })))
  }

  /**
   * Stores answers in the transaction of their cause, such as a reception. Those that are refused are left out.
   * @returns a function that emits the counts, to be called after the commit
   */
  async answerWithin(tx: Tx, answers: readonly NewState[]): Promise<() => void> {
    const { changed } = await writeAll(
      tx,
      answers.map((answer) => ({ answer })),
      this.#deps.now(),
    )
    const ids = [...changed]
    return () => {
      for (const id of ids) this.#tallies.emitSoon(id)
    }
  }

  /** Emits the parts of people of whom another write withdrew an answer. @returns as {@link answerWithin} */
  async emitWithdrawn(tx: Tx, keys: readonly PersonKey[]): Promise<() => void> {
    await emitParts(tx, keys, true)
    return () => {
      for (const { rollCallId } of keys) this.#tallies.emitSoon(rollCallId)
    }
  }

  async #writeBatch(items: readonly Write[]): Promise<readonly Outcome[]> {
    const { results, changed } = await retryOnDeadlock(() =>
      this.#deps.transaction((tx) => writeAll(tx, items, this.#deps.now())),
    )
    for (const id of changed) this.#tallies.emitSoon(id)
    return results
  }
}

/** Locks the people of a batch, and the dependants of those whom a device of the guardian had, or who opened the question. */
async function lockAll(tx: Tx, items: readonly Write[]): Promise<LockedPerson[]> {
  const keys = [
    ...new Map(items.map((item) => ('mark' in item ? item.mark : item.answer)).map((key) => [keyOf(key), key])).values(),
  ]
  const [users, dependants] = [keys.filter(isUser), keys.filter((key) => !isUser(key))]
  const locked = users.length === 0 ? [] : await lockPeople(tx, users)
  const guardians = locked.filter((person) => person.dependants > 0).map(personKeyOf)
  if (guardians.length + dependants.length === 0) return locked
  return [...locked, ...(await lockDependants(tx, dependants, guardians))]
}

const personKeyOf = ({ roll_call_id, person_id, guardian_id }: LockedPerson): PersonKey => ({
  rollCallId: roll_call_id,
  personId: person_id,
  guardianId: guardian_id ?? undefined,
})

async function writeAll(tx: Tx, items: readonly Write[], now: Date) {
  const locked = await lockAll(tx, items)
  const people = new Map<string, Working>(
    locked.map((before) => {
      const key = personKeyOf(before)
      return [
        keyOf(key),
        { ...key, before, dependants: [], reachedAt: null, seenAt: null, stateId: null, state: null, saidAt: null, answers: 0 },
      ]
    }),
  )
  for (const person of people.values())
    if (person.guardianId !== undefined) people.get(keyOf({ ...person, personId: person.guardianId }))?.dependants.push(person)
  const answers = items.flatMap((item) => ('answer' in item ? [item.answer] : []))
  const known = await KnownAnswers.read(tx, answers, locked)
  const results = items.map((item): AppError | null => {
    if ('mark' in item) {
      const person = people.get(keyOf(item.mark))
      if (person !== undefined) mark(person, now, item.mark.isSeen)
      return null
    }
    const person = people.get(keyOf(item.answer))
    return person === undefined ? new AppError('rollCall.notAsked') : addAnswer(person, item.answer, known, now)
  })
  if (known.added.length > 0) await insertStates(tx, known.added, now)
  const changes = [...people.values()].map(changeOf).filter((change) => change !== null)
  if (changes.length > 0) await updatePeople(tx, changes)
  const counts = countChanges([...people.values()])
  await addCounts(tx, counts)
  const parts = await emitParts(
    tx,
    changes.filter((change) => change.isShown),
  )
  const outcomes = items.map((item, index): Outcome => {
    const refused = results[index] ?? null
    return refused ?? parts.get(keyOf('mark' in item ? item.mark : item.answer)) ?? null
  })
  return { results: outcomes, changed: counts.keys() }
}

/** Emits the changed parts of users to them, and those of dependants to their guardians. @returns the parts of the users */
async function emitParts(tx: Tx, shown: readonly PersonKey[], isWithdrawn?: true): Promise<ReadonlyMap<string, OwnPart>> {
  const [users, dependants] = [shown.filter(isUser), shown.filter((key) => !isUser(key))]
  if (dependants.length > 0)
    for (const { roll_call_id: rollCallId, guardian_id, dependant } of await dependantParts(tx, dependants))
      tx.emit('roll-call:dependant', [userRoom(guardian_id)], { rollCallId, dependant: presentDependant(dependant) })
  if (users.length === 0) return new Map()
  const rows = await viewerParts(tx, users)
  return new Map(
    rows.map((row) => {
      const viewer = {
        isAsked: true,
        seenAt: row.seen_at?.toISOString() ?? null,
        answer: row.state && presentAnswer(row.state),
        version: row.version,
      }
      tx.emit('roll-call:answered', [userRoom(row.person_id)], { rollCallId: row.roll_call_id, viewer, isWithdrawn })
      return [keyOf({ rollCallId: row.roll_call_id, personId: row.person_id }), viewer]
    }),
  )
}

/**
 * A person may open the question again while there is no answer about them or a dependant, such as after it was repeated: that ends
 * its alarm again.
 */
function mark(person: Working, now: Date, isSeen: boolean): void {
  const isOpen = person.before.state === null || person.dependants.some(({ before, state }) => (state ?? before.state) === null)
  if (person.before.reached_at === null) person.reachedAt ??= now
  if (isSeen && (person.before.seen_at === null || isOpen)) person.seenAt ??= now
  for (const dependant of person.dependants) {
    if (dependant.before.reached_at === null) dependant.reachedAt ??= now
    if (isSeen && dependant.before.seen_at === null) dependant.seenAt ??= now
  }
}

/** Adds an answer to the batch. Returns why it is refused. */
function addAnswer(person: Working, answer: NewState, known: KnownAnswers, now: Date): AppError | null {
  const newest = person.saidAt ?? person.before.said_at
  const isNewest = newest === null || answer.saidAt >= newest
  try {
    if (known.isRepeated(answer)) return null
    if (person.before.closed_at !== null) return new AppError('rollCall.closed')
    known.add(answer, isNewest)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  person.answers++
  if (answer.source === 'self' || answer.source === 'voice') mark(person, now, true)
  if (isNewest) Object.assign(person, { stateId: answer.id, state: answer.state, saidAt: answer.saidAt })
  return null
}

function changeOf(person: Working): PersonChange | null {
  const isShown = person.stateId !== null || (person.seenAt !== null && isUser(person))
  if (!isShown && person.reachedAt === null && person.seenAt === null && person.answers === 0) return null
  return { ...person, isShown }
}

/** Returns what a batch adds to the counts. A person with an answer counts as reached and seen, however it became known. */
function countChanges(people: readonly Working[]): Map<string, CountChange> {
  const counts = new Map<string, CountChange>()
  for (const { rollCallId, before, reachedAt, seenAt, state } of people) {
    if (reachedAt === null && seenAt === null && state === null) continue
    const added = (name: PersonState) => (state === null ? 0 : Number(state === name) - Number(before.state === name))
    const isAdded = (was: Date | null, is: Date | null) =>
      Number(was === null && before.state === null && (is !== null || state !== null))
    const sum = counts.get(rollCallId) ?? { reached: 0, seen: 0, safe: 0, injured: 0, needHelp: 0 }
    counts.set(rollCallId, {
      reached: sum.reached + isAdded(before.reached_at, reachedAt),
      seen: sum.seen + isAdded(before.seen_at, seenAt),
      safe: sum.safe + added('safe'),
      injured: sum.injured + added('injured'),
      needHelp: sum.needHelp + added('needHelp'),
    })
  }
  return counts
}
