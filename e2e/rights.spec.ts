import { expect } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertGroupRoutes } from '@noroshi/contract/alerts/alert-groups.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { feedMemberRoutes } from '@noroshi/contract/feeds/feed-members.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import type { MessageKey } from '@noroshi/contract/messages'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { pageMemberRoutes } from '@noroshi/contract/pages/page-members.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { API_BASE } from '@noroshi/contract/routes'
import { paths } from '../web/src/platform/paths.ts'
import { administrator } from './fixtures/administrator.ts'
import { asks } from './fixtures/api.ts'
import { test } from './fixtures/journey.ts'
import type { Person } from './fixtures/person.ts'
import { wordsIn } from './fixtures/words.ts'

const words = wordsIn('en')

/** Who looks: without a session; signed in, but in no group of the alert; in its audience, in the feed and in the chat; an administrator. */
const ROLES = ['visitor', 'outsider', 'audience', 'admin'] as const
type Role = (typeof ROLES)[number]
/** The words by which one knows what a role is shown. */
type Seen = Record<Role, MessageKey | { readonly said: string }>

const said = (words: string) => ({ said: words })
const everybody = (key: Seen[Role]): Seen => ({ visitor: key, outsider: key, audience: key, admin: key })
const login = 'accounts.login'
const signedIn = (key: Seen[Role]): Seen => ({ ...everybody(key), visitor: login })
const administrators = (key: MessageKey): Seen => ({ ...everybody('chrome.pageNotFound'), visitor: login, admin: key })
/** A thread that is not there for somebody leads back to the list (specification, section 8). */
const inGroup = (key: Seen[Role]): Seen => ({ ...signedIn('messages.title'), audience: key })
const inFeed = (key: Seen[Role]): Seen => ({ ...everybody('feeds.notFound'), audience: key, admin: key })
/** A page that is not public: for everybody who is signed in. */
const readsPage = (key: Seen[Role]): Seen => ({ ...everybody(key), visitor: 'pages.notFound' })

/** Every page of the product, and what each role is shown there. A page without its line does not compile. */
const table: Record<keyof typeof paths, Seen> = {
  home: everybody(said('Noroshi')),
  login: everybody(login),
  register: everybody('accounts.register'),
  resetPassword: everybody(login), // nobody brought a token
  me: signedIn('profile.mine'),
  profile: signedIn(said('Aiko')),
  messages: signedIn('messages.title'),
  // Each word of a group's name begins with a capital (specification, section 5).
  thread: inGroup(said('Night Watch')),
  threadMembers: inGroup(said(words('messages.membersOf', { name: 'Night Watch' }))),
  feeds: everybody('feeds.title'),
  feedPosts: inFeed(said('Patrol notes')),
  feedMap: inFeed('posts.map'),
  feedMembers: inFeed(said(words('feeds.membersOf', { name: 'Patrol notes' }))),
  postComments: inFeed('comments.title'),
  pages: everybody('pages.title'),
  page: readsPage(said('Shelter rules')),
  pageMembers: readsPage('pages.members'),
  // Ben contributes, the administrator made it; others are told that it is not theirs to edit.
  pageContent: { ...signedIn('drafts.notAllowed'), audience: said('Shelter rules'), admin: said('Shelter rules') },
  pageDraftRequest: { ...signedIn('drafts.notModerator'), admin: said('Shelter rules') },
  alerts: signedIn('alerts.title'),
  admin: administrators('admin.title'),
  adminUsers: administrators('adminUsers.title'),
  adminAlertGroups: administrators('alertGroups.title'),
  adminDashboard: administrators('dashboard.manageTitle'),
  adminLacs: administrators('lacs.title'),
  adminSettings: administrators('settings.title'),
  adminAudit: administrators('auditLog.title'),
  alert: { ...everybody('alerts.notFound'), audience: said('The bridge is gone'), admin: said('The bridge is gone') },
}

const idOf = async (person: Person) => (await asks(person, accountRoutes.me)).id

/** What an alert, a feed, a group and two people leave behind; answers the ids that addresses are made of. */
async function furnish(admin: Person, aiko: Person, ben: Person, outsider: Person): Promise<Record<string, string>> {
  const [aikoId, benId] = [await idOf(aiko), await idOf(ben)]
  const { items: groups } = await asks(admin, alertGroupRoutes.list)
  await asks(admin, alertGroupRoutes.removeMembers, {
    params: { id: groups[0]?.id ?? '' },
    body: { userIds: [await idOf(outsider)] },
  })
  const feed = await asks(admin, feedRoutes.create, {
    form: { name: 'Patrol notes', description: '', isPublic: 'false', isOpenToUsers: 'false', allowsPostByAnyUser: 'true' },
  })
  await asks(admin, feedMemberRoutes.add, { params: { id: feed.id }, body: { members: [{ UserId: benId }] } })
  const post = await asks(admin, postRoutes.create, { params: { id: feed.id }, form: { textContent: 'All quiet' } })
  const page = await asks(admin, pageRoutes.create, { body: { title: 'Shelter rules', isPublic: false } })
  await asks(admin, pageMemberRoutes.add, { params: { id: page.id }, body: { members: [benId] } })
  const thread = await asks(aiko, threadRoutes.createGroup, {
    body: { name: 'Night Watch', description: '', recipients: [benId] },
  })
  const alert = await asks(aiko, alertRoutes.raise, { body: { textContent: 'The bridge is gone' } })
  // Resolved, so that no alarm lies over the pages.
  await asks(aiko, alertRoutes.resolve, { body: { AlertId: alert.id } })
  return { userId: aikoId, feedId: feed.id, pageId: page.id, postId: post.id, alertId: alert.id, messageThreadId: thread.id }
}

const addressOf = (pattern: string, ids: Record<string, string>, alertThreadId?: string) =>
  pattern.replace(/\$(\w+)/g, (_whole, name: string) =>
    name === 'messageThreadId' && alertThreadId !== undefined ? alertThreadId : (ids[name] ?? ''),
  )

/** Which questions of this page the unit refused for want of a right, and which went to the administration. */
function watch({ page }: Person) {
  const refused: string[] = []
  const asked: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith(`${API_BASE}/admin/`)) asked.push(pathname)
    if ([401, 403].includes(response.status())) refused.push(`${response.status()} ${pathname}`)
  })
  return { refused, asked }
}

test('each page shows each role what it may see, and asks the unit for nothing else', async ({
  server,
  visitor,
  signedIn: joins,
}) => {
  test.setTimeout(400_000)
  const admin = await administrator(server, visitor, {})
  const [aiko, ben, outsider] = [await joins('Aiko'), await joins('Ben'), await joins('Olga')]
  const ids = await furnish(admin, aiko, ben, outsider)
  const people: Record<Role, Person> = { visitor: await visitor(), outsider, audience: ben, admin }

  for (const role of ROLES) {
    const person = people[role]
    const { page } = person
    person.expects(/status of 404/)
    const { refused, asked } = watch(person)
    for (const [name, seen] of Object.entries(table)) {
      // `as`: the names of the table are those of the paths.
      const address = addressOf(paths[name as keyof typeof paths], ids, name === 'alert' ? crypto.randomUUID() : undefined)
      const expected = seen[role]
      const shown = typeof expected === 'string' ? words(expected) : expected.said
      await test.step(`${role} at ${name}: ${shown}`, async () => {
        await person.open(address)
        const heading = page.getByRole('heading', { name: shown, exact: true })
        await expect(name === 'alert' ? page.getByText(shown).first() : heading.first()).toBeVisible()
        if (expected === login && address !== paths.resetPassword) await expect(page).toHaveURL(person.url + paths.login)
      })
    }
    expect(refused, `what was refused to the ${role}`).toEqual([])
    if (role !== 'admin') expect(asked, `what the ${role} asked the administration`).toEqual([])
  }
})

test('what is offered on home, in the menu and on profiles is what one may do', async ({ server, visitor, signedIn: joins }) => {
  const admin = await administrator(server, visitor, {})
  const [ben, aiko] = [await joins('Ben'), await joins('Aiko')]
  const guest = await visitor()
  const banner = ({ page }: Person) => page.getByRole('banner')
  const opensMenu = (person: Person) => banner(person).getByRole('button', { name: /^Menu/ }).click()
  const entry = ({ page }: Person, key: MessageKey) => page.getByRole('menuitem', { name: words(key) })

  await test.step('a visitor: login, SOS and public feeds; no search, no people, no messages, no alerts', async () => {
    await guest.open('/')
    await expect(banner(guest).getByRole('link', { name: words('accounts.login') })).toBeVisible()
    await expect(guest.page.getByRole('button', { name: words('alerts.sos.hold') })).toBeVisible()
    await expect(guest.page.getByRole('link', { name: words('feeds.title') })).toBeVisible()
    await expect(banner(guest).getByRole('button', { name: words('people.search') })).toHaveCount(0)
    for (const key of ['messages.title', 'chrome.alerts', 'profile.mine'] as const)
      await expect(guest.page.getByRole('link', { name: words(key) })).toHaveCount(0)
    await opensMenu(guest)
    await expect(guest.page.getByText(words('chrome.language'))).toBeVisible()
    for (const key of ['admin.title', 'accounts.logout', 'profile.mine'] as const) await expect(entry(guest, key)).toHaveCount(0)
    await guest.open('/feeds')
    await expect(guest.page.getByRole('heading', { name: words('feeds.title'), level: 1 })).toBeVisible()
    await expect(guest.page.getByRole('button', { name: words('feeds.create') })).toHaveCount(0)
  })
  await test.step('somebody signed in: search, messages, alerts, the own profile; no administration', async () => {
    await ben.open('/')
    await expect(banner(ben).getByRole('button', { name: words('people.search') })).toBeVisible()
    await expect(banner(ben).getByRole('link', { name: words('accounts.login') })).toHaveCount(0)
    for (const key of ['messages.title', 'chrome.alerts', 'profile.mine'] as const)
      await expect(ben.page.getByRole('link', { name: words(key) }).first()).toBeVisible()
    await opensMenu(ben)
    await expect(entry(ben, 'accounts.logout')).toBeVisible()
    await expect(entry(ben, 'admin.title')).toHaveCount(0)
    await ben.open('/feeds')
    await expect(ben.page.getByRole('heading', { name: words('feeds.none') })).toBeVisible()
    await expect(ben.page.getByRole('button', { name: words('feeds.create') })).toHaveCount(0)
  })
  await test.step('nobody writes to themselves, and nobody edits another', async () => {
    const message = ben.page.getByRole('button', { name: words('messages.message'), exact: true })
    const edit = ben.page.getByRole('button', { name: words('profile.edit'), exact: true })
    await ben.open(`/user/${await idOf(aiko)}/profile`)
    await expect(message).toBeVisible()
    await expect(edit).toHaveCount(0)
    await ben.open(`/user/${await idOf(ben)}/profile`)
    await expect(ben.page.getByRole('main').getByRole('link', { name: words('profile.mine') })).toBeVisible()
    await expect(message).toHaveCount(0)
    await ben.open('/user/me')
    await expect(edit).toBeVisible()
    await expect(message).toHaveCount(0)
  })
  await test.step('an administrator: the administration besides, and feeds to create', async () => {
    await admin.open('/')
    await opensMenu(admin)
    await expect(entry(admin, 'admin.title')).toBeVisible()
    await admin.open('/feeds')
    await expect(admin.page.getByRole('button', { name: words('feeds.create') })).toBeVisible()
  })
  await test.step('an active alert is resolved by its audience; once it is, nobody is offered that again', async () => {
    const raised = await asks(aiko, alertRoutes.raise, { body: { textContent: 'Help' } })
    const address = `/alerts/${raised.id}/messages/${raised.alertMessageThread.MessageThreadId}`
    const resolve = ben.page.getByRole('button', { name: words('alerts.resolve'), exact: true })
    await expect(ben.page.getByRole('alertdialog')).toBeVisible()
    await ben.open(address)
    await expect(resolve).toBeVisible()
    // He did not raise it, and it has a name: nothing to add for him, but for her.
    await expect(ben.page.getByRole('button', { name: words('alerts.add.photo'), exact: true })).toHaveCount(0)
    await aiko.open(address)
    await expect(aiko.page.getByRole('button', { name: words('alerts.add.photo'), exact: true })).toBeVisible()
    await asks(aiko, alertRoutes.resolve, { body: { AlertId: raised.id } })
    await expect(ben.page.getByText(words('alerts.resolvedBy')).first()).toBeVisible()
    await expect(resolve).toHaveCount(0)
    await expect(aiko.page.getByRole('button', { name: words('alerts.add.photo'), exact: true })).toHaveCount(0)
  })
})
