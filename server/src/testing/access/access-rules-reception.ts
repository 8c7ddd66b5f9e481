import { randomUUID } from 'node:crypto'
import { dependantRoutes } from '@noroshi/contract/reception/dependants.http'
import { receptionRoutes } from '@noroshi/contract/reception/reception.http'
import { placeOfHash, type SelfServicePlace, selfServiceRoutes } from '@noroshi/contract/reception/self-service.http'
import { shelterStaffRoutes } from '@noroshi/contract/reception/shelter-staff.http'
import { type AccessOf, admins, members, outcomes } from './access-rules.ts'
import { FIXTURE_IDS } from '../fixtures.ts'
import type { World } from '../scenes/world.ts'
import { byId } from './request-values.ts'

const placeId = FIXTURE_IDS.place
const ofShelter = () => ({ params: { placeId } })

/** `audience` is a manager of the shelter. */
const giveRole = ({ actors }: World) =>
  actors.admin.caller.fetch(shelterStaffRoutes.set, {
    params: { placeId, userId: actors.audience.id },
    body: { role: 'manager' },
  })

/** The person and the stay of the last `before`. */
let ids = { id: randomUUID(), stayId: randomUUID() }
const guest = () => ({ kind: 'guest' as const, id: randomUUID(), stayId: randomUUID(), name: '佐藤 花' })
const receiveGuest = async (world: World) => {
  await giveRole(world)
  const person = guest()
  ids = person
  const body = { id: randomUUID(), people: [person] }
  await world.actors.audience.caller.fetch(receptionRoutes.receive, { params: { placeId }, body })
}
const receiveTwo = async (world: World) => {
  await receiveGuest(world)
  otherId = ids.id
  await receiveGuest(world)
}
let otherId: string = randomUUID()
const leaveGuest = async (world: World) => {
  await receiveGuest(world)
  await world.actors.audience.caller.fetch(receptionRoutes.leave, { params: { placeId }, body: { personIds: [ids.id] } })
}
const ofPerson = () => ({ params: { placeId, personId: ids.id } })
const ofStay = () => ({ params: { placeId, stayId: ids.stayId } })
const ofStaff = ({ memberId }: World) => ({ params: { placeId, userId: memberId } })

//                        visitor ended deact. other outsider token admin audience
const staff = outcomes(401, 401, 401, 401, 404, 401, 404, 200)
const staffCreate = outcomes(401, 401, 401, 401, 404, 401, 404, 201)
const counters = outcomes(401, 401, 401, 401, 404, 401, 200, 200)

/** The dependant of `audience`. */
let dependantId: string = randomUUID()
const addDependant = async ({ actors }: World) => {
  const body = { kind: 'child', name: '佐藤 空' } as const
  dependantId = (await actors.audience.caller.fetch(dependantRoutes.create, { body })).id
}

/** The code of the shelter for self check-in. */
let selfService: SelfServicePlace = { placeId, code: '' }
const turnOn = async (world: World) => {
  await giveRole(world)
  const { link } = await world.actors.audience.caller.fetch(selfServiceRoutes.turnOn, { params: { placeId } })
  selfService = placeOfHash(link?.link.split('#')[1] ?? '') ?? selfService
}

export const receptionAccess: AccessOf<'reception' | 'shelterStaff' | 'dependants' | 'selfService'> = {
  reception: {
    mine: { outcomes: members },
    deskSecret: {
      outcomes: staff,
      before: giveRole,
      request: () => ({ params: { placeId, deskId: randomUUID() } }),
    },
    receive: {
      outcomes: staffCreate,
      before: giveRole,
      request: () => ({ ...ofShelter(), body: { id: randomUUID(), people: [guest()] } }),
    },
    leave: { outcomes: staff, before: receiveGuest, request: () => ({ ...ofShelter(), body: { personIds: [ids.id] } }) },
    confirm: { outcomes: staff, before: receiveGuest, request: () => ({ ...ofShelter(), body: { personIds: [ids.id] } }) },
    undoStay: { outcomes: staff, before: receiveGuest, request: ofStay },
    undoLeaving: { outcomes: staff, before: leaveGuest, request: ofStay },
    find: {
      outcomes: staff,
      before: giveRole,
      request: ({ memberId }) => ({ ...ofShelter(), query: { userId: memberId } }),
    },
    register: { outcomes: staff, before: giveRole, request: ofShelter },
    person: { outcomes: staff, before: receiveGuest, request: ofPerson },
    correct: { outcomes: staff, before: receiveGuest, request: () => ({ ...ofPerson(), body: { birthYear: 1950 } }) },
    forget: { outcomes: staff, before: receiveGuest, request: ofPerson },
    doubles: { outcomes: staff, before: giveRole, request: ofShelter },
    decide: {
      outcomes: staff,
      before: receiveTwo,
      request: () => ({ ...ofShelter(), body: { personId: ids.id, otherId, decision: 'different' } }),
    },
    headcount: { outcomes: counters, before: giveRole, request: ofShelter },
  },
  shelterStaff: {
    list: { outcomes: admins, request: ofShelter },
    set: { outcomes: admins, request: (world) => ({ ...ofStaff(world), body: { role: 'receptionist' } }) },
    remove: { outcomes: admins, request: ofStaff },
  },
  dependants: {
    own: { outcomes: members },
    setDetails: {
      outcomes: members,
      request: () => ({ body: { birthYear: 1980, needs: ['medicine'], needsNote: '', mayBeFound: true } }),
    },
    create: {
      outcomes: outcomes(401, 401, 401, 401, 201, 401, 201, 201),
      request: () => ({ body: { clientId: randomUUID(), kind: 'child', name: '佐藤 空' } }),
    },
    update: {
      outcomes: outcomes(401, 401, 401, 401, 404, 401, 404, 200),
      before: addDependant,
      request: () => ({ ...byId(dependantId), body: { birthYear: 2020 } }),
    },
    remove: {
      outcomes: outcomes(401, 401, 401, 401, 404, 401, 404, 200),
      before: addDependant,
      request: () => byId(dependantId),
    },
  },
  selfService: {
    read: { outcomes: staff, before: giveRole, request: ofShelter },
    turnOn: { outcomes: staff, before: giveRole, request: ofShelter },
    turnOff: { outcomes: staff, before: giveRole, request: ofShelter },
    look: { outcomes: members, before: turnOn, request: () => ({ body: selfService }) },
    enter: {
      outcomes: members,
      before: turnOn,
      request: () => ({
        body: {
          ...selfService,
          id: randomUUID(),
          householdId: randomUUID(),
          people: [{ id: randomUUID(), stayId: randomUUID(), dependantId: null }],
        },
      }),
    },
    leave: { outcomes: members, before: turnOn, request: () => ({ body: { ...selfService, dependantIds: [null] } }) },
  },
}
