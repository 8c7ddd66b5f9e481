import { expect } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { unitRoutes } from '@noroshi/contract/accounts/unit.http'
import { peopleRoutes } from '@noroshi/contract/accounts/people.http'
import { lacsRoutes } from '@noroshi/contract/admin/lacs.http'
import { alertGroupRoutes } from '@noroshi/contract/alerts/alert-groups.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { commentRoutes } from '@noroshi/contract/comments/comments.http'
import { dashboardRoutes } from '@noroshi/contract/dashboard/dashboard.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { administrator } from './fixtures/administrator.ts'
import { asks, tries } from './fixtures/api.ts'
import { test } from './fixtures/journey.ts'
import { onlyLong } from './fixtures/long.ts'
import { PAYLOADS, shortPayloads } from './fixtures/payloads.ts'
import type { Person } from './fixtures/person.ts'
import { areOnlyWords, foreignNodes, staysOurs, watchScripts } from './fixtures/scripts.ts'
import { wordsIn } from './fixtures/words.ts'

const en = wordsIn('en')
const [NAME = '', SECOND = ''] = shortPayloads(30)
/** A few in each, since nobody posts sixty times a minute. */
const SHEAVES = Array.from({ length: 10 }, (_, sheaf) => PAYLOADS.filter((_payload, n) => n % 10 === sheaf).join('\n'))
const LONG = PAYLOADS.join('\n').slice(0, 1000)

test('the watch itself notices a script that runs and a node that is not ours', async ({ visitor }) => {
  const anna = await visitor({ withoutPolicy: true })
  const ran = watchScripts(anna)
  await anna.open('/')
  anna.expects(/ERR_|404/)
  await anna.page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src="/nothing" onerror="alert(1)">'))
  await expect.poll(() => ran).toEqual(['1'])
  expect(await foreignNodes(anna.page)).toHaveLength(1)
})

test('whatever people write, it is words on every screen, for everybody', onlyLong(), async ({ server, visitor, signedIn }) => {
  test.slow()
  const admin = await administrator(server, visitor, { withoutPolicy: true, wide: true })
  const mallory = await signedIn('Mallory', { withoutPolicy: true })
  const stranger = await visitor({ withoutPolicy: true })
  const ran = [admin, mallory, stranger].map(watchScripts)
  const [seen = [], , seenByStranger = []] = ran
  const places = await writeEverywhere(admin, mallory)

  // The alarm of Mallory's SOS stands over whatever the administrator has open.
  await admin.open('/')
  await expect(admin.page.getByRole('alertdialog')).toBeVisible()
  await areOnlyWords(admin, 'the emergency dialog', seen)
  await places.resolve()
  for (const path of places.forEverybody) await staysOurs(stranger, path, seenByStranger)
  for (const path of [...places.forEverybody, ...places.forUsers, ...places.forAdministrators]) await staysOurs(admin, path, seen)

  await admin.open('/')
  await admin.page.getByRole('button', { name: en('people.search') }).click()
  await admin.page.getByRole('combobox').fill('<')
  await expect(admin.page.getByRole('option').first()).toBeVisible()
  await areOnlyWords(admin, 'the search for people', seen)
  expect(ran.flat()).toEqual([])
})

/** Puts payloads into every field of the product that takes words, as far as it takes them. */
async function writeEverywhere(admin: Person, mallory: Person) {
  const [me, kenji] = [await asks(mallory, accountRoutes.me), await asks(admin, accountRoutes.me)]
  const profile = { firstName: NAME, lastName: SECOND, gender: 'Female', city: SECOND, state: NAME, country: SECOND }
  const address = { addressLineOne: LONG.slice(0, 200), addressLineTwo: NAME }
  await asks(mallory, peopleRoutes.editProfile, { params: { id: me.id }, body: { ...profile, ...address } })
  await asks(admin, peopleRoutes.editProfile, { params: { id: kenji.id }, body: { ...profile, firstName: SECOND } })
  await writeSettings(admin, me.id)

  const group = await asks(mallory, threadRoutes.createGroup, {
    body: { name: SECOND, description: LONG.slice(0, 500), recipients: [kenji.id] },
  })
  const personal = await asks(mallory, threadRoutes.startPersonal, { body: { recipient: kenji.id } })
  for (const text of [...PAYLOADS, LONG])
    for (const messageThreadId of [group.id, personal.id])
      await asks(mallory, messageRoutes.send, { body: { messageThreadId, text, messageType: 'normalChat' } })
  await asks(mallory, messageRoutes.upload, {
    form: { messageThreadId: group.id, text: LONG, messageType: 'normalChat' },
    files: named('messageMedia'),
  })

  const alert = await asks(mallory, alertRoutes.raise, { body: { textContent: LONG, latitude: '38.26', longitude: '140.87' } })
  await asks(mallory, alertRoutes.upload, {
    form: { alertId: alert.id, textContent: LONG, caption: NAME },
    files: named('files'),
  })
  for (const text of PAYLOADS) await asks(mallory, alertRoutes.sendMessage, { body: { alertId: alert.id, text } })

  const feed = await asks(admin, feedRoutes.create, {
    form: { name: SECOND, description: LONG, isPublic: 'true', allowsPostByAnyUser: 'true' },
  })
  const params = { id: feed.id }
  for (const textContent of SHEAVES) await asks(mallory, postRoutes.create, { params, form: { textContent } })
  const placed = { textContent: LONG, latitude: '38.26', longitude: '140.87' }
  const post = await asks(mallory, postRoutes.create, { params, form: placed, files: named('mediaUrl') })
  for (const description of [...SHEAVES, LONG])
    await asks(mallory, commentRoutes.create, { form: { EntityId: post.id, entityType: 'post', description } })

  return {
    resolve: () => asks(admin, alertRoutes.resolve, { body: { AlertId: alert.id } }),
    forEverybody: [
      '/',
      '/feeds',
      `/feed/${feed.id}/posts`,
      `/feed/${feed.id}/posts/map`,
      `/feed/${feed.id}/members`,
      `/feed/${feed.id}/posts/${post.id}/comments`,
    ],
    forUsers: [
      `/user/${me.id}/profile`,
      '/user/me',
      '/messages',
      `/messages/${group.id}`,
      `/messages/${personal.id}`,
      `/messages/${group.id}/members`,
      '/alerts',
      `/alerts/${alert.id}/messages/${alert.alertMessageThread.MessageThreadId}`,
    ],
    forAdministrators: ['users', 'alert-groups', 'dashboard', 'lacs', 'settings', 'audit'].map((area) => `/admin/${area}`),
  }
}

/** What an administrator names, or is told by somebody else to name so. */
async function writeSettings(admin: Person, adminId: string): Promise<void> {
  const settings = await asks(admin, unitRoutes.settings)
  await asks(admin, unitRoutes.changeSettings, { body: { ...settings, name: SECOND } })
  await asks(admin, unitRoutes.invite, { body: { label: NAME, expiresInDays: 1, maxUses: 1 } })
  await asks(admin, alertGroupRoutes.create, { body: { name: NAME, isAnonymous: false, takesNewUsers: false } })
  const words = { organizationName: NAME, departmentName: SECOND, contactPersonName: NAME, contactPersonDesignation: SECOND }
  const group = await asks(admin, lacsRoutes.createGroup, { body: { ...words, subdomain: 'town', shareDataAmongUnits: false } })
  await asks(admin, lacsRoutes.createUnit, {
    body: { LacsGroupId: group.id, unitId: 'one', unitName: SECOND, isCloudUnit: false, adminIds: [adminId] },
  })
  const section = await asks(admin, dashboardRoutes.createSection, { body: { title: NAME, type: 'textLink' } })
  const link = { DashboardSectionId: section.id, isExternal: 'true', linkText: SECOND }
  for (const linkUrl of [`https://example.org/${NAME}`, `https://example.org/"onmouseover="alert(1)`])
    await asks(admin, dashboardRoutes.createLink, { form: { ...link, linkUrl } })
  for (const isExternal of ['true', 'false'])
    for (const linkUrl of [
      'javascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      '//xss.invalid',
      '/\\xss.invalid',
      ' javascript:alert(1)',
    ])
      expect(await tries(admin, dashboardRoutes.createLink, { form: { ...link, isExternal, linkUrl } })).toBe(400)
}

/** Files whose names are payloads. */
const named = (field: string) => PAYLOADS.slice(0, 10).map((name) => ({ field, name, bytes: new TextEncoder().encode('words') }))
