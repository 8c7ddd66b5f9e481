import type { z } from 'zod'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { HealthFact, HealthReading, healthRoutes } from '@noroshi/contract/health/health.http'
import type { Deps } from '#/deps.ts'
import { peopleById } from '#/features/accounts/people/people-by-id.service.ts'
import { type AlertHead, alertHeadsById } from '#/features/alerts/reach/alarm-health.service.ts'
import type { ReadFact } from './health-check.service.ts'
import type { Health } from './health.service.ts'

const ORDER = ['failure', 'warning', 'unknown', 'good'] as const

interface Named {
  readonly alerts: ReadonlyMap<string, AlertHead>
  readonly people: ReadonlyMap<string, Person>
}

/** Returns all checks that the server uses, the worst first. A check without a known reading is unknown. */
export async function presentHealth(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  health: Health,
): Promise<z.output<typeof healthRoutes.read.reply>> {
  const rows = await health.known()
  const hasMachines = new Set(rows.flatMap(({ machine }) => (machine === '' ? [] : machine))).size > 1
  const facts = rows.flatMap((row) => row.facts)
  const named: Named = {
    alerts: await alertHeadsById(db, idsOf(facts, 'alert')),
    people: await peopleById(db, idsOf(facts, 'sender')),
  }
  const checks = health.checks.flatMap(({ name }): HealthReading[] => {
    const own = rows.filter((row) => row.name === name)
    if (own.length === 0)
      return [{ name, machine: null, level: 'unknown', advice: 'notRead', facts: [], readAt: null, since: null }]
    return own.flatMap(({ machine, level, advice, facts: read, read_at, since }) =>
      level === 'unused'
        ? []
        : {
            name,
            machine: hasMachines && machine !== '' ? machine : null,
            level,
            advice,
            facts: read.flatMap((fact) => presentFact(fact, named)),
            readAt: read_at.toISOString(),
            since: since.toISOString(),
          },
    )
  })
  const sorted = checks.toSorted((one, other) => ORDER.indexOf(one.level) - ORDER.indexOf(other.level))
  return { now: now().toISOString(), checks: sorted }
}

const idsOf = (facts: readonly ReadFact[], kind: 'alert' | 'sender'): string[] =>
  facts.flatMap((fact) => (fact.kind === kind && 'id' in fact ? fact.id : []))

/** An alert that was deleted since the reading is left out. */
function presentFact(fact: ReadFact, { alerts, people }: Named): HealthFact[] {
  if (fact.kind === 'alert') {
    const alert = alerts.get(fact.id)
    return alert === undefined ? [] : [{ kind: 'alert', name: fact.name, alert }]
  }
  if (fact.kind === 'sender') {
    const user = people.get(fact.id)
    return user === undefined ? [] : [{ kind: 'sender', name: fact.name, user, bytes: fact.bytes }]
  }
  return [fact]
}
