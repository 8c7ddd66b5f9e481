import type { HealthLevel, HealthUnit } from '@noroshi/contract/health/health.http'
import type { MessageKey } from '@noroshi/contract/messages'
import type { Deps } from '#/deps.ts'

type NameIn<Key, Prefix extends string> = Key extends `${Prefix}${infer Name}` ? Name : never

/** The name of a check. Its text is in the catalogue of its feature. */
export type HealthCheckName = NameIn<MessageKey, 'health.check.'>
/** The name of a fact. A fact of the same meaning has the same name in all checks. */
export type HealthFactName = NameIn<MessageKey, 'health.fact.'>
/** One sentence that says what a problem means and what to do. */
export type HealthAdvice = NameIn<MessageKey, 'health.advice.'>

/** A fact, with the ids of alerts and users. The list of the administrators shows their names. */
export type ReadFact =
  | { readonly kind: HealthUnit; readonly name: HealthFactName; readonly value: number | null; readonly of?: string }
  | { readonly kind: 'time' | 'text'; readonly name: HealthFactName; readonly value: string | null }
  | { readonly kind: 'flag'; readonly name: HealthFactName; readonly value: boolean | null }
  | { readonly kind: 'alert'; readonly name: HealthFactName; readonly id: string }
  | { readonly kind: 'sender'; readonly name: HealthFactName; readonly id: string; readonly bytes: number }

/** The result of a check. A problem has an advice. */
export interface CheckReading {
  readonly level: HealthLevel
  readonly advice?: HealthAdvice
  readonly facts: readonly ReadFact[]
}

/**
 * A check of the server that a feature lists in its manifest (decisions/0213). Administrators see it, /metrics has it, and
 * administrators are told when its level changes.
 */
export interface HealthCheck {
  readonly name: HealthCheckName
  /** It is about one computer, such as its disk: one process on each computer reads it. By default one process of all does. */
  readonly isPerMachine?: true
  /** Max milliseconds of a reading. A longer one is unknown. The default is {@link READ_WITHIN_MS}. */
  readonly within?: number
  /** Min milliseconds between two readings of an expensive check. By default each run of the job reads it. */
  readonly every?: number
  /** Reads it. null: the server does not use what it is about, such as mail, and the check is not shown. */
  readonly read: (deps: Deps) => Promise<CheckReading | null>
}

export const READ_WITHIN_MS = 3000

/** Returns a fact with a number; null is unknown. @param of what it is about if there are several, such as a push service */
export const numberFact = (kind: HealthUnit, name: HealthFactName, value: number | null, of?: string): ReadFact => ({
  kind,
  name,
  value,
  ...(of !== undefined && { of }),
})
export const timeFact = (name: HealthFactName, value: Date | null): ReadFact => ({
  kind: 'time',
  name,
  value: value?.toISOString() ?? null,
})
export const textFact = (name: HealthFactName, value: string | null): ReadFact => ({ kind: 'text', name, value })

export const flagFact = (name: HealthFactName, value: boolean | null): ReadFact => ({ kind: 'flag', name, value })

interface Problem {
  readonly level: 'warning' | 'failure'
  readonly advice: HealthAdvice
}

/** Returns a problem of a check if the condition is true, for {@link readingOf}. */
export const problemIf = (isProblem: boolean, level: Problem['level'], advice: HealthAdvice): Problem | null =>
  isProblem ? { level, advice } : null

/** Returns a reading with the worst of the possible problems, else the first; good without a problem. */
export function readingOf(facts: readonly ReadFact[], problems: readonly (Problem | null)[]): CheckReading {
  const found = problems.filter((problem) => problem !== null)
  const worst = found.find(({ level }) => level === 'failure') ?? found[0]
  return worst === undefined ? { level: 'good', facts } : { ...worst, facts }
}
