import type { z } from 'zod'
import { type Setup, SetupItem, type setupRoutes } from '@noroshi/contract/accounts/setup.http'
import type { Deps } from '#/deps.ts'
import { listAlertGroups } from '#/features/alerts/groups/alert-groups-admin.service.ts'
import { readStreets } from '#/features/streets/streets.service.ts'
import { hasInvitation } from './invitations.sql.ts'
import { hasOrdinaryUser } from '../accounts.sql.ts'
import { mergeSetting, readSetting } from './unit.sql.ts'
import { DEFAULT_UNIT_NAME, unitSettings } from './unit.service.ts'

const KEY = 'setupChecklist'

/** Decisions of the administrators: the confirmed items, and whether the checklist is hidden on the home screen. */
type Decisions = { readonly isDismissed?: boolean } & { readonly [Item in SetupItem]?: true }

/** Returns for each item whether the data shows that it is done. */
async function factsOf(deps: Deps): Promise<Record<SetupItem, boolean>> {
  const [{ name }, streets, groups, userExists, invitationExists] = await Promise.all([
    unitSettings(deps.db),
    readStreets(deps.db),
    listAlertGroups(deps),
    hasOrdinaryUser(deps.db),
    hasInvitation(deps.db),
  ])
  return {
    unitName: name !== DEFAULT_UNIT_NAME,
    people: userExists || invitationExists,
    alertGroups: groups.items.some(({ isBuiltIn }) => !isBuiltIn),
    map: streets !== null || deps.config.tileUrl !== null,
  }
}

/** Returns the setup checklist. An item is done if the data shows it or an administrator confirmed it. */
export async function readSetup(deps: Deps): Promise<Setup> {
  const [facts, decisions = {}] = await Promise.all([factsOf(deps), readSetting<Decisions>(deps.db, KEY)])
  return {
    items: SetupItem.options.map((item) => ({ item, isDone: facts[item] || decisions[item] === true })),
    isDismissed: decisions.isDismissed === true,
  }
}

/** Confirms items, and hides or shows the checklist, for all administrators. */
export async function changeSetup(
  deps: Deps,
  { confirmed, isDismissed }: z.output<typeof setupRoutes.change.body>,
): Promise<Setup> {
  await mergeSetting(deps.db, KEY, {
    ...Object.fromEntries(confirmed.map((item) => [item, true])),
    ...(isDismissed !== undefined && { isDismissed }),
  } satisfies Decisions)
  return readSetup(deps)
}
