import { type AccessOf, admins, adminsCreate } from './access-rules.ts'
import { FIXTURE_IDS } from '../fixtures.ts'
import { byId } from './request-values.ts'

const feed = () => ({
  name: 'Fire department',
  recipient: 'Fire department of Wakaba',
  isTest: true,
  includesNames: false,
  includesTexts: false,
  includesLocations: true,
  includesDrills: false,
})

export const exchangeAccess: AccessOf<'alertFeeds'> = {
  alertFeeds: {
    list: { outcomes: admins },
    create: { outcomes: adminsCreate, request: () => ({ body: feed() }) },
    revoke: { outcomes: admins, isAlone: true, request: () => byId(FIXTURE_IDS.alertFeed) },
  },
}
