import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { placeRoutes } from '@noroshi/contract/places/places.http'
import { type ShelterRole } from '@noroshi/contract/reception/people'
import { receptionRoutes } from '@noroshi/contract/reception/reception.http'
import { shelterStaffRoutes } from '@noroshi/contract/reception/shelter-staff.http'
import type { Caller } from '../caller.ts'
import { startTestServer } from '../test-server.ts'

type Body = z.input<typeof receptionRoutes.receive.body>

/** Starts a server with a shelter, its desk, an administrator and two members. */
export async function startShelter(role: ShelterRole = 'manager') {
  const noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [desk, aiko, ben] = await noroshi.people('Desk', 'Aiko', 'Ben')
  const body = { kind: 'shelter', name: '若葉小学校', capacity: 300, latitude: 38.26, longitude: 140.87 } as const
  const { id: placeId } = await gen.fetch(placeRoutes.create, { body })
  await gen.fetch(shelterStaffRoutes.set, { params: { placeId, userId: desk.id }, body: { role } })
  return { noroshi, gen, desk, aiko, ben, placeId }
}

type Guest = Extract<Body['people'][number], { kind: 'guest' }>

/** Returns a person without an account, with new ids. */
export const guest = (details: Partial<Omit<Guest, 'kind'>>): Guest => ({
  kind: 'guest',
  id: randomUUID(),
  stayId: randomUUID(),
  name: '佐藤 花',
  ...details,
})

/** Receives people at a desk. */
export const receive = (desk: Caller, placeId: string, people: Body['people'], more: Partial<Body> = {}) =>
  desk.request(receptionRoutes.receive, { params: { placeId }, body: { id: randomUUID(), people, ...more } })
