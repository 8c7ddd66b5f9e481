import { randomUUID } from 'node:crypto'
import { Registration } from '@noroshi/contract/accounts/accounts.http'
import { ProfileForm } from '@noroshi/contract/accounts/profile'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { setLocationSharing, register } from '#/features/accounts/accounts.service.ts'
import { fullNameOf } from '#/features/accounts/people/people.service.ts'
import { shareLocation } from '#/features/accounts/people/user-locations.service.ts'
import { editProfile } from '#/features/accounts/people/profile.service.ts'
import { changeUnitSettings, createSetupCode } from '#/features/accounts/server/unit.service.ts'
import { createLacsGroup } from '#/features/admin/lacs-groups.service.ts'
import { createLacsUnit } from '#/features/admin/lacs-units.service.ts'
import { addAlertGroupMembers, createAlertGroup } from '#/features/alerts/groups/alert-groups-admin.service.ts'
import { changeSetup } from '#/features/setup/setup.service.ts'
import type { AuditActor, SignedIn } from '#/http/authenticate.ts'
import { loadAlerts } from './load-alerts.ts'
import { loadChats } from './load-chats.ts'
import { loadFeeds } from './load-feeds.ts'
import { loadHome } from './load-home.ts'
import { loadPages } from './load-pages.ts'
import { DEMO_PASSWORD, type DemoName, emailOf, groups, people } from './people.ts'

/** Accuracy of locations in metres. */
const ACCURACY = 12
const names = Object.keys(people) as DemoName[] // Object.keys returns strings

/** The users of the demo, each as a signed-in viewer. */
export type Community = Record<DemoName, SignedIn>

/**
 * Fills an empty database with the data of a small bilingual community, through the services of the features.
 * @returns a text with the accounts and their password
 * @throws an Error with one line when the database is not empty
 */
export async function loadDemo(deps: Deps): Promise<string> {
  if (!(await isEmpty(deps.db)))
    throw new Error('The demo needs an empty database: this one has users or alerts. Set DATA_DIR to a new directory.')
  const community = await registerAll(deps)
  const auditActor: AuditActor = { actor: community.haruka, ip: '127.0.0.1' }
  const settings = {
    name: '若葉会館 Wakaba Hall',
    registration: 'open',
    sosCountsDown: true,
    allowsForgottenPassword: true,
    requiresSecondFactor: false,
  } as const
  await changeUnitSettings(deps, auditActor, settings)
  await changeSetup(deps, auditActor, { confirmed: [], isDismissed: true })
  for (const { name, members } of groups) {
    const { id } = await createAlertGroup(deps, auditActor, { name, isAnonymous: false, takesNewUsers: false })
    const userIds = members.map((member) => community[member].id)
    await addAlertGroupMembers(deps, auditActor, id, userIds)
  }
  await loadLacs(deps, auditActor, community)
  await loadHome(deps, auditActor)
  await loadAlerts(deps, community)
  await loadChats(deps, community)
  await loadFeeds(deps, auditActor, community)
  await loadPages(deps, auditActor, community)
  return accountList()
}

/**
 * Fills the database as {@link loadDemo}, unless that was done before.
 * @throws an Error with one line when the demo was loaded in part
 */
export async function loadDemoOnce(deps: Deps): Promise<string> {
  if (await isEmpty(deps.db)) return loadDemo(deps)
  const last = await deps.db.selectFrom('pages').select('id').limit(1).executeTakeFirst()
  if (last === undefined) throw new Error('The demo was loaded in part only. Delete its data directory and start again.')
  return accountList()
}

async function isEmpty(db: Db): Promise<boolean> {
  const [person, alert, section] = await Promise.all([
    db.selectFrom('users').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('alerts').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('dashboard_sections').select('id').limit(1).executeTakeFirst(),
  ])
  return person === undefined && alert === undefined && section === undefined
}

/** Registers all users. The first one uses the setup code and becomes the administrator. */
async function registerAll(deps: Deps): Promise<Community> {
  const setupCode = await createSetupCode(deps.db)
  const entries: [DemoName, SignedIn][] = []
  for (const name of names) {
    const isFirst = entries.length === 0
    entries.push([name, await registerOne(deps, name, isFirst ? setupCode : null)])
  }
  return Object.fromEntries(entries) as Community // one for each name
}

async function registerOne(deps: Deps, name: DemoName, setupCode: string | null): Promise<SignedIn> {
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
  const viewer = {
    id,
    isAdmin: setupCode !== null,
    isRestricted: false,
    sessionId: randomUUID(),
    deviceId: randomUUID(),
    firstName,
    lastName,
    avatarFileId: null,
  }
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
  if ('location' in person) {
    const [latitude, longitude] = person.location
    await setLocationSharing(deps, viewer, 'always')
    await shareLocation(deps, viewer, { latitude, longitude, accuracy: ACCURACY })
  }
  return viewer
}

async function loadLacs(deps: Deps, auditActor: AuditActor, community: Community): Promise<void> {
  const { id: LacsGroupId } = await createLacsGroup(deps, auditActor, {
    organizationName: '若葉町内会 Wakaba neighbourhood',
    subdomain: 'wakaba',
    departmentName: '防災部 Safety',
    contactPersonName: '佐藤 遥',
    contactPersonDesignation: '部長 Head',
    shareDataAmongUnits: true,
  })
  const adminIds = [community.haruka.id, community.kenji.id]
  await createLacsUnit(deps, auditActor, {
    LacsGroupId,
    unitId: 'wakaba-hall',
    unitName: '若葉会館 Wakaba Hall',
    isCloudUnit: false,
    adminIds,
  })
  await createLacsUnit(deps, auditActor, {
    LacsGroupId,
    unitId: 'wakaba-cloud',
    unitName: 'クラウド Cloud',
    isCloudUnit: true,
    adminIds: [],
  })
}

function accountList(): string {
  const width = Math.max(...names.map((name) => emailOf(name).length))
  const lines = names.map((name, index) => {
    const { firstName, lastName } = people[name]
    return `  ${emailOf(name).padEnd(width)}  ${fullNameOf(firstName, lastName)}${index === 0 ? ' (administrator)' : ''}`
  })
  return [`The accounts of the demo, all with the password ${DEMO_PASSWORD}:`, ...lines].join('\n')
}
