import { randomUUID } from 'node:crypto'
import type { RollCallForm } from '@noroshi/contract/roll-calls/roll-calls'
import { rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import type { TestUser } from '#/testing/test-server.ts'

/** Returns the form that asks everyone. */
export const rollCallForm = (changes: Partial<RollCallForm> = {}) => ({
  template: 'earthquake' as const,
  title: 'Earthquake: are you safe?',
  isUrgent: true,
  isDrill: false,
  audience: { kind: 'everyone' as const },
  clientId: randomUUID(),
  ...changes,
})
export const ask = (asker: TestUser, changes: Partial<RollCallForm> & { clientId?: string; isSeparate?: boolean } = {}) =>
  asker.fetch(rollCallRoutes.ask, { body: rollCallForm(changes) })
export const askRequest = (asker: TestUser, changes: Partial<RollCallForm> = {}) =>
  asker.request(rollCallRoutes.ask, { body: rollCallForm(changes) })
export const read = (person: TestUser, id: string) => person.fetch(rollCallRoutes.get, { params: { id } })

export const answer = (person: TestUser, id: string, state: string, more: Record<string, unknown> = {}) =>
  person.request(rollCallRoutes.answer, { params: { id }, body: { state, clientId: randomUUID(), ...more } })

export const silentOf = async (keeper: TestUser, id: string) =>
  (await keeper.fetch(rollCallRoutes.people, { params: { id }, query: { filter: 'silent' } })).items.map(
    ({ person }) => person.firstName,
  )
