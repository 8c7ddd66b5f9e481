import { expect } from '@playwright/test'
import { alertGroupRoutes } from '@noroshi/contract/alerts/alert-groups.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { callRoutes } from '@noroshi/contract/calls/calls.http'
import { feedMemberRoutes } from '@noroshi/contract/feeds/feed-members.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import type { MessageKey } from '@noroshi/contract/messages'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { pageMemberRoutes } from '@noroshi/contract/pages/page-members.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import { API_BASE } from '@noroshi/contract/routes'
import { paths } from '../../web/src/platform/paths/paths.ts'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { userIdOf } from '../fixtures/scenes/calls.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { textsIn } from '../fixtures/texts.ts'

const t = textsIn('en')

/**
 * The roles: visitor; signed-in user outside of the alert's groups; member of the audience, the feed and the chat;
 * administrator.
 */
const ROLES = ['visitor', 'outsider', 'audience', 'admin'] as const
type Role = (typeof ROLES)[number]
/** The heading that identifies the screen that a role sees. */
type Seen = Record<Role, MessageKey | { readonly text: string }>

const literal = (text: string) => ({ text })
const forAll = (key: Seen[Role]): Seen => ({ visitor: key, outsider: key, audience: key, admin: key })
const login = 'accounts.login'
const forSignedIn = (key: Seen[Role]): Seen => ({ ...forAll(key), visitor: login })
const forAdmins = (key: MessageKey): Seen => ({ ...forAll('chrome.pageNotFound'), visitor: login, admin: key })
/** A thread that does not exist for the user redirects to the list (specification, section 8). */
const forGroup = (key: Seen[Role]): Seen => ({ ...forSignedIn('messages.title'), audience: key })
const forFeed = (key: Seen[Role]): Seen => ({ ...forAll('feeds.notFound'), audience: key, admin: key })
/** A page for signed-in users. */
const forPublicPage = (key: Seen[Role]): Seen => ({ ...forAll(key), visitor: 'pages.notFound' })

/** All paths of the product with the screen that each role sees. A missing path is a compile error. */
const table: Record<keyof typeof paths, Seen> = {
  home: forAll(literal('Noroshi')),
  // Login and registration redirect a signed-in user to home.
  login: { ...forAll(literal('Noroshi')), visitor: login },
  register: { ...forAll(literal('Noroshi')), visitor: 'accounts.register' },
  resetPassword: { ...forAll(literal('Noroshi')), visitor: login }, // without a token it redirects to the login page
  confirmEmail: forAll(literal('Noroshi')), // without a token it redirects to home
  join: forAll('join.title'),
  ready: forAll('ready.title'),
  siren: forAll('siren.title'),
  standby: forSignedIn('standby.title'),
  me: forSignedIn('profile.mine'),
  profile: forSignedIn(literal('Aiko')),
  messages: forSignedIn('messages.title'),
  // Each word of a group's name starts with a capital letter (specification, section 5).
  thread: forGroup(literal('Night Watch')),
  threadMembers: forGroup(literal(t('messages.membersOf', { name: 'Night Watch' }))),
  radio: forGroup(literal('Night Watch')),
  radioHistory: forGroup(literal('Night Watch')),
  feeds: forAll('feeds.title'),
  feedPosts: forFeed(literal('Patrol notes')),
  feedMap: forFeed('posts.map'),
  feedMembers: forFeed(literal(t('feeds.membersOf', { name: 'Patrol notes' }))),
  postComments: forFeed('comments.title'),
  pages: forAll('pages.title'),
  page: forPublicPage(literal('Shelter rules')),
  pageMembers: forPublicPage('pages.members'),
  // Ben contributes, the administrator created it. Others see that they cannot edit it.
  pageContent: { ...forSignedIn('drafts.notAllowed'), audience: literal('Shelter rules'), admin: literal('Shelter rules') },
  pageDraftRequest: { ...forSignedIn('drafts.notModerator'), admin: literal('Shelter rules') },
  alerts: forSignedIn('alerts.title'),
  rollCalls: forSignedIn('rollCalls.title'),
  communityMap: forSignedIn('communityMap.title'),
  needs: forSignedIn('needs.title'),
  notices: forSignedIn('notices.title'),
  family: forSignedIn('family.title'),
  personSearch: forSignedIn('personSearch.title'),
  selfService: forAll('selfService.title'),
  missingReports: forSignedIn('missingReport.ofStaff'),
  // It asks the group.
  rollCall: { ...forSignedIn('error.rollCall.notFound'), audience: literal('Is all well?'), admin: literal('Is all well?') },
  answer: forAll('rollCalls.linkEndedTitle'), // without the secret of a link
  calls: forSignedIn('calls.title'),
  // The call belongs to Aiko and Olga: for all others it does not exist.
  call: { ...forSignedIn('calls.title'), outsider: literal('Aiko') },
  groupCall: { ...forSignedIn('calls.title'), outsider: literal('Aiko') },
  admin: forAdmins('admin.title'),
  adminGuide: forAdmins('setup.title'),
  adminHealth: forAdmins('health.title'),
  adminUsers: forAdmins('adminUsers.title'),
  adminReadiness: forAdmins('devices.title'),
  adminAlertGroups: forAdmins('alertGroups.title'),
  adminSirenScreens: forAdmins('sirenScreens.title'),
  adminDashboard: forAdmins('dashboard.manageTitle'),
  adminLacs: forAdmins('lacs.title'),
  adminUnits: forAdmins('units.title'),
  adminSettings: forAdmins('settings.title'),
  adminMap: forAdmins('streets.title'),
  shelters: forSignedIn('reception.shelters'),
  shelter: forSignedIn('reception.shelters'),
  adminShelterStaff: forAdmins('shelterStaff.title'),
  adminPlaces: forAdmins('places.title'),
  adminExchange: forAdmins('exchange.title'),
  adminBackup: forAdmins('backup.title'),
  adminAnonymousAlerts: forAdmins('anonymousAlerts.title'),
  adminAnonymousData: forAdmins('anonymousData.title'),
  adminStorage: forAdmins('storage.title'),
  adminReports: forAdmins('reports.title'),
  adminAudit: forAdmins('auditLog.title'),
  alertRecord: forAdmins('recordExport.title'),
  alert: { ...forAll('alerts.notFound'), audience: literal('The bridge is gone'), admin: literal('The bridge is gone') },
}

/** Creates an alert, a feed, a group, a page and threads. Returns the ids for the paths. */
async function createContent(admin: Person, aiko: Person, ben: Person, outsider: Person): Promise<Record<string, string>> {
  const [aikoId, benId] = [await userIdOf(aiko), await userIdOf(ben)]
  const { items: groups } = await fetchOk(admin, alertGroupRoutes.list)
  await fetchOk(admin, alertGroupRoutes.removeMembers, {
    params: { id: groups[0]?.id ?? '' },
    body: { userIds: [await userIdOf(outsider)] },
  })
  const feed = await fetchOk(admin, feedRoutes.create, {
    form: { name: 'Patrol notes', description: '', isPublic: 'false', isOpenToUsers: 'false', allowsPostByAnyUser: 'true' },
  })
  await fetchOk(admin, feedMemberRoutes.add, { params: { id: feed.id }, body: { members: [{ UserId: benId }] } })
  const post = await fetchOk(admin, postRoutes.create, { params: { id: feed.id }, form: { textContent: 'All quiet' } })
  const page = await fetchOk(admin, pageRoutes.create, { body: { title: 'Shelter rules', isPublic: false } })
  await fetchOk(admin, pageMemberRoutes.add, { params: { id: page.id }, body: { members: [benId] } })
  const thread = await fetchOk(aiko, threadRoutes.createGroup, {
    body: { name: 'Night Watch', description: '', recipients: [benId] },
  })
  const rollCall = await fetchOk(aiko, rollCallRoutes.ask, {
    body: {
      template: 'other',
      title: 'Is all well?',
      isUrgent: false,
      isDrill: false,
      audience: { kind: 'groups', threadIds: [thread.id] },
      clientId: crypto.randomUUID(),
    },
  })
  // Ended, so that no question covers the pages.
  await fetchOk(aiko, rollCallRoutes.close, { params: { id: rollCall.id }, body: { endText: '' } })
  const alert = await fetchOk(aiko, alertRoutes.raise, { body: { textContent: 'The bridge is gone' } })
  // Resolved, so that no alarm covers the pages.
  await fetchOk(aiko, alertRoutes.resolve, { body: { AlertId: alert.id } })
  const call = await fetchOk(aiko, callRoutes.startPersonal, { body: { ReceiverId: await userIdOf(outsider) } })
  // Rejected, so that no banner is shown.
  await fetchOk(outsider, callRoutes.reject, { params: { id: call.sessions[0]?.id ?? '' } })
  return {
    callId: call.id,
    userId: aikoId,
    feedId: feed.id,
    pageId: page.id,
    postId: post.id,
    alertId: alert.id,
    rollCallId: rollCall.id,
    placeId: alert.id, // unknown: the user has no role in it
    messageThreadId: thread.id,
  }
}

const pathOf = (pattern: string, ids: Record<string, string>, alertThreadId?: string) =>
  pattern.replace(/\$(\w+)/g, (_match, name: string) =>
    name === 'messageThreadId' && alertThreadId !== undefined ? alertThreadId : (ids[name] ?? ''),
  )

/** Records requests of this page that the server refused, and requests to routes of the administration. */
function watchReplies({ page }: Person) {
  const refused: string[] = []
  const adminRequests: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith(`${API_BASE}/admin/`)) adminRequests.push(pathname)
    if ([401, 403].includes(response.status())) refused.push(`${response.status()} ${pathname}`)
  })
  return { refused, adminRequests }
}

test(
  'each page shows each role only permitted content and sends no refused request',
  onlyLong(),
  async ({ server, visitor, signedIn: signUp }) => {
    test.setTimeout(400_000)
    const admin = await createAdministrator(server, visitor, {})
    const [aiko, ben, outsider] = [await signUp('Aiko'), await signUp('Ben'), await signUp('Olga')]
    const ids = await createContent(admin, aiko, ben, outsider)
    const people: Record<Role, Person> = { visitor: await visitor(), outsider, audience: ben, admin }

    for (const role of ROLES) {
      const person = people[role]
      const { page } = person
      person.allowConsoleError(/status of 404/)
      const { refused, adminRequests } = watchReplies(person)
      for (const [name, seen] of Object.entries(table)) {
        // `as`: the keys of the table are the names of the paths.
        const address = pathOf(paths[name as keyof typeof paths], ids, name === 'alert' ? crypto.randomUUID() : undefined)
        const expected = seen[role]
        const shown = typeof expected === 'string' ? t(expected) : expected.text
        await test.step(`${role} at ${name}: ${shown}`, async () => {
          await person.open(address)
          const heading = page.getByRole('heading', { name: shown, exact: true })
          await expect(name === 'alert' ? page.getByText(shown).first() : heading.first()).toBeVisible()
          if (expected === login && address !== paths.resetPassword) await expect(page).toHaveURL(person.url + paths.login)
          // 'Not found' keeps the URL, so that the address bar shows what was not found.
          if (expected === 'chrome.pageNotFound') await expect(page).toHaveURL(person.url + address)
        })
      }
      expect(refused, `what was refused to the ${role}`).toEqual([])
      if (role !== 'admin') expect(adminRequests, `requests of the ${role} to the administration`).toEqual([])
    }
  },
)

/** Paths that do not exist, one for each kind of mistake. */
const invalidPaths = (ids: Record<string, string>) => [
  ...Object.values(paths)
    .filter((pattern) => pattern.includes('$'))
    .map((pattern) => pattern.replace(/\$\w+/, 'abc').replace(/\$(\w+)/g, (_match, name: string) => ids[name] ?? '')),
  `/feed/${ids['feedId']}/posts/map/comments`,
  `/alerts/${ids['alertId']}/messages/def`,
  `/feed/${ids['feedId']}/comments`,
  '/a/b/comments',
  '/FEEDS',
  '/admin/nothing',
]

test(
  'a path with an invalid id, too few ids or other case shows the not-found page, also to visitors',
  onlyLong(),
  async ({ visitor, signedIn: signUp }) => {
    const ids = Object.fromEntries(
      ['feedId', 'postId', 'alertId', 'messageThreadId', 'pageId', 'userId', 'callId'].map((name) => [name, crypto.randomUUID()]),
    )
    const [guest, ben] = [await visitor(), await signUp('Ben', { wide: true })]
    // Ben gets the not-found page for the administration; a visitor is redirected to the login page.
    for (const [person, addresses] of [
      [guest, invalidPaths(ids)] as const,
      [ben, [...invalidPaths(ids), paths.admin, paths.adminUsers]] as const,
    ]) {
      for (const address of addresses) {
        await test.step(`${person.name} at ${address}`, async () => {
          await person.open(address)
          const heading = person.page.getByRole('heading', { name: t('chrome.pageNotFound'), level: 1 })
          await expect(heading).toBeVisible()
          await expect(person.page).toHaveURL(person.url + address)
          await expect(person.page.getByRole('main').getByRole('link', { name: t('chrome.goHome') })).toBeVisible()
        })
      }
    }
  },
)
