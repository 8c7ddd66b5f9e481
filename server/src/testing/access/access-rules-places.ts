import { randomUUID } from 'node:crypto'
import { type AccessOf, admins, adminsCreate, members } from './access-rules.ts'
import { FIXTURE_IDS } from '../fixtures.ts'
import { byId } from './request-values.ts'

const form = () => ({ id: randomUUID(), kind: 'shelter', name: 'School', latitude: 38.26, longitude: 140.87 })

export const placesAccess: AccessOf<'places'> = {
  places: {
    list: { outcomes: members },
    create: { outcomes: adminsCreate, request: () => ({ body: form() }) },
    update: { outcomes: admins, request: () => ({ ...byId(FIXTURE_IDS.place), body: { state: 'full' } }) },
    remove: { outcomes: admins, isAlone: true, request: () => byId(FIXTURE_IDS.place) },
  },
}
