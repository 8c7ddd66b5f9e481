import type { PersonState, RollCallViewer } from '@noroshi/contract/roll-calls/roll-calls'
import { batchWrites } from '#/db/batch-writes.ts'
import { isConnectionLost, retryOnDeadlock } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { AppError } from '#/http/errors.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { rollCallRoom } from './roll-calls.rooms.ts'
import {
  addCounts,
  type CountChange,
  insertStates,
  type LockedPerson,
  lockPeople,
  type NewState,
  type PersonChange,
  type PersonKey,
  storedAnswers,
  updatePeople,
  viewerParts,
} from './person-states.sql.ts'
import { presentAnswer, presentCounts } from './roll-calls.present.ts'
import { rollCallById } from './roll-calls.sql.ts'

/** Min milliseconds between two events with the counts of one roll-call. */
const TALLY_EVERY_MS = 1000
/** Answers that one person may have in one roll-call. Those of others stop earlier, so that the person can always answer. */
const OWN_ANSWERS_MAX = 200
const OTHERS_ANSWERS_MAX = 100

/** A device has the question, or the person opened it. */
interface Mark extends PersonKey {
  readonly isSeen: boolean
}

/** The part of a roll-call that belongs to one person. */
type OwnPart = Omit<RollCallViewer, 'isKeeper'>

type Write = { readonly mark: Mark } | { readonly answer: NewState }

/** Why a write is refused, or the person's part of the roll-call after it; null: it did not change. */
type Outcome = AppError | OwnPart | null

/** A person while a batch changes them. */
interface Working extends PersonKey {
  readonly before: LockedPerson
  reachedAt: Date | null
  seenAt: Date | null
  stateId: string | null
  state: PersonState | null
  saidAt: Date | null
  answers: number
}

/**
 * Writes the answers and marks of this process in batches, so that the counts of a roll-call are changed once for each of them,
 * and emits the counts, throttled.
 */
export class RollCallWrites {
  readonly #deps: Deps
  readonly #write: ReturnType<typeof batchWrites<Write, Outcome>>
  readonly #tallies = new Map<string, { timer: NodeJS.Timeout | null; last: number }>()
  readonly #running = new Set<Promise<void>>()

  constructor(deps: Deps) {
    this.#deps = deps
    this.#write = batchWrites((items: readonly Write[]) => this.#writeBatch(items))
    deps.metrics.watchQueue('roll-calls', this.#write.waiting)
    deps.onClose(() => this.close())
  }

  /**
   * Stores an answer. A repetition changes nothing. An answer from before the newest one of the person is history only.
   * @returns the person's part of the roll-call; null if it did not change
   * @throws rollCall.notAsked (404), rollCall.closed, rollCall.tooManyAnswers, conflict (409)
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

  async #writeBatch(items: readonly Write[]): Promise<readonly Outcome[]> {
    const { results, changed } = await retryOnDeadlock(() =>
      this.#deps.transaction((tx) => writeAll(tx, items, this.#deps.now())),
    )
    for (const id of changed) this.#emitSoon(id)
    return results
  }

  /** Emits the counts of a roll-call now, or a second after the last event. */
  #emitSoon(id: string): void {
    const tally = this.#tallies.get(id) ?? { timer: null, last: -Infinity }
    if (tally.timer !== null) return
    const wait = Math.max(0, tally.last + TALLY_EVERY_MS - performance.now())
    tally.timer = setTimeout(() => {
      this.#tallies.set(id, { timer: null, last: performance.now() })
      void this.#emit(id)
    }, wait)
    this.#tallies.set(id, tally)
    for (const [other, { timer, last }] of this.#tallies)
      if (timer === null && performance.now() - last > TALLY_EVERY_MS) this.#tallies.delete(other)
  }

  #emit(id: string): Promise<void> {
    const running = this.#deps
      .transaction(async (tx) => {
        const row = await rollCallById(tx, id, null)
        if (row === undefined) return
        tx.emit('roll-call:tally', [rollCallRoom(id)], {
          rollCallId: id,
          version: row.counts_version,
          counts: presentCounts(row),
        })
      })
      .catch((error: unknown) => {
        if (!isConnectionLost(error)) this.#deps.logError(error)
      })
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
    return running
  }

  /** Emits the counts that wait. Called at shutdown. */
  async close(): Promise<void> {
    const waiting = [...this.#tallies].flatMap(([id, { timer }]) => (timer === null ? [] : [id]))
    for (const { timer } of this.#tallies.values()) if (timer !== null) clearTimeout(timer)
    this.#tallies.clear()
    await Promise.all([...this.#running, ...waiting.map((id) => this.#emit(id))])
  }
}

const keyOf = ({ rollCallId, personId }: PersonKey) => `${rollCallId} ${personId}`

async function writeAll(tx: Tx, items: readonly Write[], now: Date) {
  const keys = [
    ...new Map(items.map((item) => ('mark' in item ? item.mark : item.answer)).map((key) => [keyOf(key), key])).values(),
  ]
  const people = new Map<string, Working>(
    (await lockPeople(tx, keys)).map((before) => {
      const key = { rollCallId: before.roll_call_id, personId: before.person_id }
      return [keyOf(key), { ...key, before, reachedAt: null, seenAt: null, stateId: null, state: null, saidAt: null, answers: 0 }]
    }),
  )
  const answers = items.flatMap((item) => ('answer' in item ? [item.answer] : []))
  const stored = answers.length === 0 ? new Map<string, Buffer>() : await storedAnswers(tx, answers)
  const added: NewState[] = []
  const results = items.map((item): AppError | null => {
    if ('mark' in item) {
      const person = people.get(keyOf(item.mark))
      if (person !== undefined) markReached(person, now, item.mark.isSeen)
      return null
    }
    const person = people.get(keyOf(item.answer))
    return person === undefined ? new AppError('rollCall.notAsked') : addAnswer(person, item.answer, { stored, added, now })
  })
  if (added.length > 0) await insertStates(tx, added, now)
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

/** Emits the changed parts of people to them. */
async function emitParts(tx: Tx, shown: readonly PersonKey[]): Promise<ReadonlyMap<string, OwnPart>> {
  if (shown.length === 0) return new Map()
  const rows = await viewerParts(tx, shown)
  return new Map(
    rows.map((row) => {
      const viewer = {
        isAsked: true,
        seenAt: row.seen_at?.toISOString() ?? null,
        answer: row.state && presentAnswer(row.state),
        version: row.version,
      }
      tx.emit('roll-call:answered', [userRoom(row.person_id)], { rollCallId: row.roll_call_id, viewer })
      return [keyOf({ rollCallId: row.roll_call_id, personId: row.person_id }), viewer]
    }),
  )
}

function markReached(person: Working, now: Date, isSeen: boolean): void {
  if (person.before.reached_at === null) person.reachedAt ??= now
  if (isSeen && person.before.seen_at === null) person.seenAt ??= now
}

interface Batch {
  readonly stored: Map<string, Buffer>
  readonly added: NewState[]
  readonly now: Date
}

/** Adds an answer to the batch. Returns why it is refused. */
function addAnswer(person: Working, answer: NewState, { stored, added, now }: Batch): AppError | null {
  const id = `${answer.personId} ${answer.clientId}`
  const repeated = stored.get(id)
  if (repeated !== undefined) return repeated.equals(answer.bodyHash) ? null : new AppError('conflict')
  if (person.before.closed_at !== null) return new AppError('rollCall.closed')
  const isOwn = answer.source === 'self' || answer.source === 'voice'
  if (person.before.answer_count + person.answers >= (isOwn ? OWN_ANSWERS_MAX : OTHERS_ANSWERS_MAX))
    return new AppError('rollCall.tooManyAnswers')
  stored.set(id, answer.bodyHash)
  added.push(answer)
  person.answers++
  if (isOwn) markReached(person, now, true)
  const newest = person.saidAt ?? person.before.said_at
  if (newest === null || answer.saidAt >= newest)
    Object.assign(person, { stateId: answer.id, state: answer.state, saidAt: answer.saidAt })
  return null
}

function changeOf(person: Working): PersonChange | null {
  const isShown = person.seenAt !== null || person.stateId !== null
  if (!isShown && person.reachedAt === null && person.answers === 0) return null
  return { ...person, isShown }
}

function countChanges(people: readonly Working[]): Map<string, CountChange> {
  const counts = new Map<string, CountChange>()
  for (const { rollCallId, before, reachedAt, seenAt, state } of people) {
    if (reachedAt === null && seenAt === null && state === null) continue
    const added = (name: PersonState) => (state === null ? 0 : Number(state === name) - Number(before.state === name))
    const sum = counts.get(rollCallId) ?? { reached: 0, seen: 0, safe: 0, injured: 0, needHelp: 0 }
    counts.set(rollCallId, {
      reached: sum.reached + Number(reachedAt !== null),
      seen: sum.seen + Number(seenAt !== null),
      safe: sum.safe + added('safe'),
      injured: sum.injured + added('injured'),
      needHelp: sum.needHelp + added('needHelp'),
    })
  }
  return counts
}
