import { z } from 'zod'
import { ANSWER_AGE_MAX_MS } from '@noroshi/contract/limits'
import { receptionRoutes } from '@noroshi/contract/reception/reception.http'
import type { RouteRequest } from '../../../platform/connection/route-request.ts'
import { newId } from '../../../platform/ids.ts'

/** What a desk recorded without a connection, and the names of the people. */
const DeskChange = z.discriminatedUnion('type', [
  z.object({ type: z.literal('receive'), names: z.array(z.string()), body: receptionRoutes.receive.body }),
  z.object({ type: z.literal('leave'), names: z.array(z.string()), body: receptionRoutes.leave.body }),
])
export type DeskChange = z.output<typeof DeskChange>

type Reception = Extract<DeskChange, { type: 'receive' }>

/** Returns another reception of the people of a household who have these codes; null: none has. */
export function withCodes({ body, names }: Reception, codes: readonly string[]): Reception | null {
  const listed = body.people.map((person, index) => ({ person, name: names[index] ?? '' }))
  const chosen = listed.filter(({ person }) => person.kind === 'code' && codes.includes(person.code))
  if (chosen.length === 0) return null
  const people = chosen.map(({ person }) => person)
  return {
    type: 'receive',
    names: chosen.map(({ name }) => name),
    body: { ...body, id: newId(), householdId: newId(), people },
  }
}

/** Reads a change that was stored. @throws ZodError if another version stored it in another form */
export const parseChange = (value: unknown): DeskChange => DeskChange.parse(value)

/**
 * Returns the request of a change.
 * @param ageMs milliseconds since the desk recorded it
 */
export function requestOfChange(placeId: string, { type, body }: DeskChange, ageMs: number): RouteRequest {
  const { method, path } = type === 'receive' ? receptionRoutes.receive : receptionRoutes.leave
  // The clock of the device may have changed meanwhile.
  return { method, path, params: { placeId }, body: { ...body, ageMs: Math.max(0, Math.min(ageMs, ANSWER_AGE_MAX_MS)) } }
}
