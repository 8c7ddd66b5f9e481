import { randomUUID } from 'node:crypto'
import { Registration } from '@noroshi/contract/accounts/accounts.http'
import { ProfileForm } from '@noroshi/contract/accounts/profile'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { chooseSharing, register } from '#/features/accounts/accounts.service.ts'
import { fullNameOf } from '#/features/accounts/people.service.ts'
import { sharePosition } from '#/features/accounts/positions.service.ts'
import { editProfile } from '#/features/accounts/profile.service.ts'
import { changeUnitSettings, newSetupCode } from '#/features/accounts/unit.service.ts'
import { createLacsGroup } from '#/features/admin/lacs-groups.service.ts'
import { createLacsUnit } from '#/features/admin/lacs-units.service.ts'
import { addAlertGroupMembers, createAlertGroup } from '#/features/alerts/alert-groups-admin.service.ts'
import type { Doer, SignedIn } from '#/http/authenticate.ts'
import { loadAlerts } from './load-alerts.ts'
import { loadChats } from './load-chats.ts'
import { loadFeeds } from './load-feeds.ts'
import { loadHome } from './load-home.ts'
import { loadPages } from './load-pages.ts'
import { DEMO_PASSWORD, type DemoName, emailOf, groups, people } from './people.ts'

/** Metres. */
const ACCURACY = 12
const names = Object.keys(people) as DemoName[] // the object's own keys

/** The people of the demo, as if each had signed in. */
export type Community = Record<DemoName, SignedIn>

/**
 * Fills an empty unit with a small bilingual community, by the services that its people would use.
 * @throws an Error with one line where the database is not empty.
 */
export async function loadDemo(deps: Deps): Promise<string> {
  if (!(await isEmpty(deps.db)))
    throw new Error('The demo needs an empty database: this one has people or alerts. Set DATA_DIR to a new folder.')
  const community = await settle(deps)
  const doer: Doer = { actor: community.haruka, ip: '127.0.0.1' }
  const settings = {
    name: '若葉会館 Wakaba Hall',
    registration: 'open',
    sosCountsDown: true,
    allowsForgottenPassword: true,
  } as const
  await changeUnitSettings(deps, doer, settings)
  for (const { name, members } of groups) {
    const { id } = await createAlertGroup(deps, doer, { name, isAnonymous: false, takesNewUsers: false })
    const userIds = members.map((member) => community[member].id)
    await addAlertGroupMembers(deps, doer, id, userIds)
  }
  await loadLacs(deps, doer, community)
  await loadHome(deps, doer)
  await loadAlerts(deps, community)
  await loadChats(deps, community)
  await loadFeeds(deps, doer, community)
  await loadPages(deps, doer, community)
  return greeting()
}

async function isEmpty(db: Db): Promise<boolean> {
  const [person, alert, section] = await Promise.all([
    db.selectFrom('users').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('alerts').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('dashboard_sections').select('id').limit(1).executeTakeFirst(),
  ])
  return person === undefined && alert === undefined && section === undefined
}

/** Registers everybody, the first with the console's code: they administer the unit. */
async function settle(deps: Deps): Promise<Community> {
  const setupCode = await newSetupCode(deps.db)
  const entries: [DemoName, SignedIn][] = []
  for (const name of names) {
    const isFirst = entries.length === 0
    entries.push([name, await settleOne(deps, name, isFirst ? setupCode : null)])
  }
  return Object.fromEntries(entries) as Community // one for each name
}

async function settleOne(deps: Deps, name: DemoName, setupCode: string | null): Promise<SignedIn> {
  const person = people[name]
  const { firstName, lastName, language } = person
  const form = Registration.parse({
    firstName,
    lastName,
    email: emailOf(name),
    password: DEMO_PASSWORD,
    confirmPassword: DEMO_PASSWORD,
  })
  const { id } = await register(deps, { ...form, ...(setupCode !== null && { setupCode }) }, { language, ip: '127.0.0.1' })
  const viewer = { id, isAdmin: setupCode !== null, sessionId: randomUUID(), firstName, lastName, avatarFileId: null }
  await editProfile(
    deps,
    viewer,
    id,
    ProfileForm.parse({
      ...person,
      city: language === 'ja' ? '仙台市' : 'Sendai',
      state: language === 'ja' ? '宮城県' : 'Miyagi',
      country: language === 'ja' ? '日本' : 'Japan',
    }),
  )
  if ('place' in person) {
    const [latitude, longitude] = person.place
    await chooseSharing(deps, viewer, 'always')
    await sharePosition(deps, viewer, { latitude, longitude, accuracy: ACCURACY })
  }
  return viewer
}

async function loadLacs(deps: Deps, doer: Doer, community: Community): Promise<void> {
  const { id: LacsGroupId } = await createLacsGroup(deps, doer, {
    organizationName: '若葉町内会 Wakaba neighbourhood',
    subdomain: 'wakaba',
    departmentName: '防災部 Safety',
    contactPersonName: '佐藤 遥',
    contactPersonDesignation: '部長 Head',
    shareDataAmongUnits: true,
  })
  const adminIds = [community.haruka.id, community.kenji.id]
  await createLacsUnit(deps, doer, {
    LacsGroupId,
    unitId: 'wakaba-hall',
    unitName: '若葉会館 Wakaba Hall',
    isCloudUnit: false,
    adminIds,
  })
  await createLacsUnit(deps, doer, {
    LacsGroupId,
    unitId: 'wakaba-cloud',
    unitName: 'クラウド Cloud',
    isCloudUnit: true,
    adminIds: [],
  })
}

function greeting(): string {
  const width = Math.max(...names.map((name) => emailOf(name).length))
  const lines = names.map((name, index) => {
    const { firstName, lastName } = people[name]
    return `  ${emailOf(name).padEnd(width)}  ${fullNameOf(firstName, lastName)}${index === 0 ? ' (administrator)' : ''}`
  })
  return [`The demo’s people, all with the password ${DEMO_PASSWORD}:`, ...lines].join('\n')
}
