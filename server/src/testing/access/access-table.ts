import type { Route } from '@noroshi/contract/define'
import { routeGroups } from '@noroshi/contract/routes'
import type { AccessOf, AccessRule, GroupName } from './access-rules.ts'
import { accountsAccess } from './access-rules-accounts.ts'
import { adminAccess } from './access-rules-admin.ts'
import { alertsAccess } from './access-rules-alerts.ts'
import { communityMapAccess } from './access-rules-community-map.ts'
import { devicesAccess } from './access-rules-devices.ts'
import { exchangeAccess } from './access-rules-exchange.ts'
import { familiesAccess } from './access-rules-families.ts'
import { feedsAccess } from './access-rules-feeds.ts'
import { messagingAccess } from './access-rules-messaging.ts'
import { missingReportsAccess } from './access-rules-missing-reports.ts'
import { needsAccess } from './access-rules-needs.ts'
import { pagesAccess } from './access-rules-pages.ts'
import { personSearchesAccess } from './access-rules-person-searches.ts'
import { placesAccess } from './access-rules-places.ts'
import { receptionAccess } from './access-rules-reception.ts'
import { rollCallsAccess } from './access-rules-roll-calls.ts'
import { voiceAccess } from './access-rules-voice.ts'

/** The rule of each route of the contract. A missing group is a type error. */
const table: AccessOf<GroupName> = {
  ...accountsAccess,
  ...adminAccess,
  ...alertsAccess,
  ...communityMapAccess,
  ...devicesAccess,
  ...exchangeAccess,
  ...familiesAccess,
  ...feedsAccess,
  ...messagingAccess,
  ...missingReportsAccess,
  ...needsAccess,
  ...pagesAccess,
  ...personSearchesAccess,
  ...placesAccess,
  ...receptionAccess,
  ...rollCallsAccess,
  ...voiceAccess,
}
const ruleIn = (rules: Readonly<Record<string, AccessRule>>, key: string) => rules[key]

/** The rules by their routes. The value is undefined for a route that lacks a rule. */
export const accessRules: ReadonlyMap<Route, AccessRule | undefined> = new Map(
  (Object.keys(routeGroups) as GroupName[]).flatMap((group) =>
    Object.entries<Route>(routeGroups[group]).map(([key, route]) => [route, ruleIn(table[group], key)]),
  ),
)
