import { accountAbilities } from './accounts/accounts.abilities.ts'
import { alertAbilities } from './alerts/alerts.abilities.ts'
import { commentAbilities } from './comments/comments.abilities.ts'
import type { Ability, Viewer } from './define.ts'
import { feedAbilities } from './feeds/feeds.abilities.ts'
import { messagingAbilities } from './messaging/messaging.abilities.ts'
import { pageAbilities } from './pages/pages.abilities.ts'

const abilities = {
  ...accountAbilities,
  ...alertAbilities,
  ...messagingAbilities,
  ...feedAbilities,
  ...commentAbilities,
  ...pageAbilities,
}

export type AbilityName = keyof typeof abilities
export type SubjectOf<Name extends AbilityName> = Parameters<(typeof abilities)[Name]>[1]

/** The one place where a right is asked: the server throws on it, the web hides a button by it. */
export const can = <Name extends AbilityName>(viewer: Viewer, name: Name, subject: SubjectOf<Name>): boolean =>
  (abilities[name] as Ability<SubjectOf<Name>>)(viewer, subject) // the subject is that of this very name
