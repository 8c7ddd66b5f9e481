import { accountAbilities } from './accounts/accounts.abilities.ts'
import { alertAbilities } from './alerts/alerts.abilities.ts'
import { callAbilities } from './calls/calls.abilities.ts'
import { commentAbilities } from './comments/comments.abilities.ts'
import { communityMapAbilities } from './community-map/community-map.abilities.ts'
import type { Ability, Viewer } from './define.ts'
import { feedAbilities } from './feeds/feeds.abilities.ts'
import { messagingAbilities } from './messaging/messaging.abilities.ts'
import { missingReportAbilities } from './missing-reports/missing-reports.abilities.ts'
import { needAbilities } from './needs/needs.abilities.ts'
import { pageAbilities } from './pages/pages.abilities.ts'
import { radioAbilities } from './radio/radio.abilities.ts'
import { receptionAbilities } from './reception/reception.abilities.ts'
import { rollCallAbilities } from './roll-calls/roll-calls.abilities.ts'
import { speechAbilities } from './speech/speech.abilities.ts'

const abilities = {
  ...accountAbilities,
  ...alertAbilities,
  ...messagingAbilities,
  ...missingReportAbilities,
  ...needAbilities,
  ...feedAbilities,
  ...commentAbilities,
  ...communityMapAbilities,
  ...pageAbilities,
  ...callAbilities,
  ...radioAbilities,
  ...receptionAbilities,
  ...rollCallAbilities,
  ...speechAbilities,
}

export type AbilityName = keyof typeof abilities
export type SubjectOf<Name extends AbilityName> = Parameters<(typeof abilities)[Name]>[1]

/** Whether the viewer has this right. The server throws when it is false; the web hides a button. */
export const can = <Name extends AbilityName>(viewer: Viewer, name: Name, subject: SubjectOf<Name>): boolean =>
  (abilities[name] as Ability<SubjectOf<Name>>)(viewer, subject) // the type of the subject belongs to this name
