import type { StateSource } from '@noroshi/contract/roll-calls/roll-calls'
import type { Tx } from '#/db/transaction.ts'
import { AppError } from '#/http/errors.ts'
import {
  answerCounts,
  answeredFor,
  commandOf,
  type Details,
  type NewState,
  ownDetails,
  type PersonKey,
  type StoredState,
  storedAnswers,
} from './person-states.sql.ts'
import type { LockedPerson } from './roll-call-people.sql.ts'

/** Answers about one person in one roll-call by source. No source can use up those of another one. */
const ANSWERS_MAX: Readonly<Record<'own' | 'link' | 'proxy' | 'desk', number>> = { own: 200, link: 100, proxy: 100, desk: 100 }
/** Answers of one user for one other person. */
const OF_SAYER_MAX = 20

const NO_DETAILS: Details = { note: '', place: '', location: null, companions: '', stayingAt: '', replies: [], placeId: null }

const kindOf = (source: StateSource) => (source === 'self' || source === 'voice' ? 'own' : source)

/** Whether the person gave the answer: what others say of a person is separate from it. */
const isOfPerson = ({ source }: NewState): boolean => source !== 'proxy' && source !== 'desk'

export const keyOf = ({ rollCallId, personId }: PersonKey) => `${rollCallId} ${personId}`
const sayerOf = ({ rollCallId, saidBy }: NewState) => `${rollCallId} ${saidBy ?? ''}`

/** The rows about the people of a batch of answers, with the additions of the batch. */
export class KnownAnswers {
  readonly added: StoredState[] = []
  readonly #stored: Map<string, Buffer>
  /** The answers of people by source and by sayer. */
  readonly #counts = new Map<string, number>()
  /** The people for whom a user has answered. */
  readonly #proxies = new Map<string, Set<string>>()
  /** The details that people gave themselves. */
  readonly #details: Map<string, Details>

  private constructor(stored: Map<string, Buffer>, details: Map<string, Details>) {
    this.#stored = stored
    this.#details = details
  }

  /** Reads what the rules for these answers need. First answers, which are most of them, need the least. */
  static async read(tx: Tx, answers: readonly NewState[], people: readonly LockedPerson[]): Promise<KnownAnswers> {
    if (answers.length === 0) return new KnownAnswers(new Map(), new Map())
    const stored = await storedAnswers(tx, answers)
    const answered = people
      .filter((person) => person.answer_count > 0)
      .map((person) => ({
        rollCallId: person.roll_call_id,
        personId: person.person_id,
        guardianId: person.guardian_id ?? undefined,
        count: person.answer_count,
      }))
    const details = answered.length === 0 ? [] : await ownDetails(tx, answered)
    const known = new KnownAnswers(stored, new Map(details.map((one) => [keyOf(one), one.details])))
    const many = answered.filter((key) => key.count + answers.filter((one) => keyOf(one) === keyOf(key)).length > OF_SAYER_MAX)
    if (many.length > 0)
      for (const { count, ...one } of await answerCounts(tx, many)) for (const key of countersOf(one)) known.#add(key, count)
    const limited = answers.filter((answer) => answer.proxiesMax !== null)
    if (limited.length > 0) for (const key of await answeredFor(tx, limited)) known.#addProxy(key.slice(0, 73), key.slice(74))
    return known
  }

  /** Whether the answer is a repetition. @throws conflict (409): its id has another answer */
  isRepeated(answer: NewState): boolean {
    const hash = this.#stored.get(commandOf(answer))
    if (hash !== undefined && !hash.equals(answer.bodyHash)) throw new AppError('conflict')
    return hash !== undefined
  }

  /**
   * Adds an answer.
   * @param isNewest - no later one of the person is known: details that it leaves out stay as the person said them
   * @throws rollCall.tooManyAnswers, rollCall.tooManyProxies (409)
   */
  add(answer: NewState, isNewest: boolean): void {
    const kind = kindOf(answer.source)
    const key = keyOf(answer)
    const [ofKind = '', ofSayer] = countersOf(answer)
    if (this.#count(ofKind) >= ANSWERS_MAX[kind]) throw new AppError('rollCall.tooManyAnswers')
    if (ofSayer !== undefined && this.#count(ofSayer) >= OF_SAYER_MAX) throw new AppError('rollCall.tooManyAnswers')
    if (answer.proxiesMax !== null) {
      const proxies = this.#proxies.get(sayerOf(answer)) ?? new Set()
      if (!proxies.has(answer.personId) && proxies.size >= answer.proxiesMax) throw new AppError('rollCall.tooManyProxies')
      this.#addProxy(sayerOf(answer), answer.personId)
    }
    for (const counter of countersOf(answer)) this.#add(counter, 1)
    this.#stored.set(commandOf(answer), answer.bodyHash)
    const before = isNewest && isOfPerson(answer) ? this.#details.get(key) : undefined
    const details = withDetails(answer, before ?? NO_DETAILS)
    if (isNewest && isOfPerson(answer)) this.#details.set(key, details)
    this.added.push({ ...answer, details: { ...details, state: answer.state } })
  }

  #count = (key: string) => this.#counts.get(key) ?? 0
  #add = (key: string, count: number) => this.#counts.set(key, this.#count(key) + count)
  #addProxy = (sayer: string, personId: string) => this.#proxies.set(sayer, (this.#proxies.get(sayer) ?? new Set()).add(personId))
}

/** Returns the counters of an answer: of its source, and of its sayer if it is for another person. */
function countersOf({ source, saidBy, ...key }: PersonKey & Pick<NewState, 'source' | 'saidBy'>): string[] {
  const ofKind = `${keyOf(key)} ${kindOf(source)}`
  return source === 'proxy' ? [ofKind, `${ofKind} ${saidBy ?? ''}`] : [ofKind]
}

const withDetails = ({ details }: NewState, before: Details): Details => ({
  note: details.note ?? before.note,
  place: details.place ?? before.place,
  location: details.location === undefined ? before.location : details.location,
  companions: details.companions ?? before.companions,
  stayingAt: details.stayingAt ?? before.stayingAt,
  replies: details.replies ?? before.replies,
  placeId: details.placeId === undefined ? before.placeId : details.placeId,
})
