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
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { fetchOk, request } from '../fixtures/servers/api.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { PAYLOADS, shortPayloads } from '../fixtures/scenes/payloads.ts'
import type { Person } from '../fixtures/person.ts'
import { expectNoForeignNodes, foreignNodes, expectScreenWithoutForeignNodes, watchScripts } from '../fixtures/checks/scripts.ts'
import { textsIn } from '../fixtures/texts.ts'

const en = textsIn('en')
const [NAME = '', SECOND = ''] = shortPayloads(30)
/** A few payloads in each text, because of the rate limit. */
const SHEAVES = Array.from({ length: 10 }, (_, sheaf) => PAYLOADS.filter((_payload, n) => n % 10 === sheaf).join('\n'))
const LONG = PAYLOADS.join('\n').slice(0, 1000)
/** Fields of one line refuse characters that change the order of others. */
const ONE_LINE = PAYLOADS.filter((payload) => !/[\p{Cc}\p{Cf}]/u.test(payload))
  .join(' ')
  .slice(0, 200)

test('the checks detect a script that runs and a foreign node', onlyLong(), async ({ visitor }) => {
  const anna = await visitor({ withoutPolicy: true })
  const alertCalls = watchScripts(anna)
  await anna.open('/')
  anna.allowConsoleError(/ERR_|404/)
  await anna.page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src="/nothing" onerror="alert(1)">'))
  await expect.poll(() => alertCalls).toEqual(['1'])
  expect(await foreignNodes(anna.page)).toHaveLength(1)
})

test('hostile text appears only as text on all screens, for all roles', onlyLong(), async ({ server, visitor, signedIn }) => {
  test.slow()
  const admin = await createAdministrator(server, visitor, { withoutPolicy: true, wide: true })
  const mallory = await signedIn('Mallory', { withoutPolicy: true })
  const stranger = await visitor({ withoutPolicy: true })
  const alertCalls = [admin, mallory, stranger].map(watchScripts)
  const [seen = [], , seenByStranger = []] = alertCalls
  const places = await fillAllFields(admin, mallory)

  // The alarm of Mallory's SOS covers the administrator's screens.
  await admin.open('/')
  await expect(admin.page.getByRole('alertdialog')).toBeVisible()
  await expectNoForeignNodes(admin, 'the emergency dialog', seen)
  await places.resolve()
  for (const path of places.forEverybody) await expectScreenWithoutForeignNodes(stranger, path, seenByStranger)
  for (const path of [...places.forEverybody, ...places.forUsers, ...places.forAdministrators])
    await expectScreenWithoutForeignNodes(admin, path, seen)
  await admin.open('/alerts')
  await admin.page.getByRole('button', { name: en('alerts.filter.all'), exact: true }).click()
  await expect(admin.page.getByRole('main')).toContainText('alert(1)')
  await expectNoForeignNodes(admin, 'all alerts', seen)

  await admin.open('/')
  await admin.page.getByRole('button', { name: en('people.search') }).click()
  await admin.page.getByRole('combobox').fill('<')
  await expect(admin.page.getByRole('option').first()).toBeVisible()
  await expectNoForeignNodes(admin, 'the search for people', seen)
  expect(alertCalls.flat()).toEqual([])
})

/** Fills all text fields of the product with payloads, up to their limits. */
async function fillAllFields(admin: Person, mallory: Person) {
  const [me, kenji] = [await fetchOk(mallory, accountRoutes.me), await fetchOk(admin, accountRoutes.me)]
  const profile = { firstName: NAME, lastName: SECOND, gender: 'Female', city: SECOND, state: NAME, country: SECOND }
  const address = { addressLineOne: ONE_LINE, addressLineTwo: NAME }
  await fetchOk(mallory, peopleRoutes.editProfile, { params: { id: me.id }, body: { ...profile, ...address } })
  await fetchOk(admin, peopleRoutes.editProfile, { params: { id: kenji.id }, body: { ...profile, firstName: SECOND } })
  await writeSettings(admin, me.id)

  const group = await fetchOk(mallory, threadRoutes.createGroup, {
    body: { name: SECOND, description: LONG.slice(0, 500), recipients: [kenji.id] },
  })
  const personal = await fetchOk(mallory, threadRoutes.startPersonal, { body: { recipient: kenji.id } })
  for (const text of [...PAYLOADS, LONG])
    for (const messageThreadId of [group.id, personal.id])
      await fetchOk(mallory, messageRoutes.send, { body: { messageThreadId, text, messageType: 'normalChat' } })
  await fetchOk(mallory, messageRoutes.upload, {
    form: { messageThreadId: group.id, text: LONG, messageType: 'normalChat' },
    files: createNamedFiles('messageMedia'),
  })

  const alert = await fetchOk(mallory, alertRoutes.raise, { body: { textContent: LONG, latitude: '38.26', longitude: '140.87' } })
  await fetchOk(mallory, alertRoutes.upload, {
    form: { alertId: alert.id, textContent: LONG, caption: NAME },
    files: createNamedFiles('files'),
  })
  for (const text of PAYLOADS) await fetchOk(mallory, alertRoutes.sendMessage, { body: { alertId: alert.id, text } })

  const feed = await fetchOk(admin, feedRoutes.create, {
    form: { name: SECOND, description: LONG, isPublic: 'true', allowsPostByAnyUser: 'true' },
  })
  const params = { id: feed.id }
  for (const textContent of SHEAVES) await fetchOk(mallory, postRoutes.create, { params, form: { textContent } })
  const placed = { textContent: LONG, latitude: '38.26', longitude: '140.87' }
  const post = await fetchOk(mallory, postRoutes.create, { params, form: placed, files: createNamedFiles('mediaUrl') })
  for (const description of [...SHEAVES, LONG])
    await fetchOk(mallory, commentRoutes.create, { form: { EntityId: post.id, entityType: 'post', description } })

  return {
    resolve: () => fetchOk(admin, alertRoutes.resolve, { body: { AlertId: alert.id } }),
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
      `/alerts/${alert.id}/messages/${alert.alertMessageThread.MessageThreadId}`,
    ],
    forAdministrators: ['users', 'readiness', 'alert-groups', 'dashboard', 'lacs', 'settings', 'audit'].map(
      (area) => `/admin/${area}`,
    ),
  }
}

/** Fills the names that an administrator enters. */
async function writeSettings(admin: Person, adminId: string): Promise<void> {
  const settings = await fetchOk(admin, unitRoutes.settings)
  await fetchOk(admin, unitRoutes.changeSettings, { body: { ...settings, name: SECOND } })
  await fetchOk(admin, unitRoutes.invite, { body: { label: NAME, expiresInDays: 1, maxUses: 1 } })
  await fetchOk(admin, alertGroupRoutes.create, { body: { name: NAME, isAnonymous: false, takesNewUsers: false } })
  const contact = { organizationName: NAME, departmentName: SECOND, contactPersonName: NAME, contactPersonDesignation: SECOND }
  const group = await fetchOk(admin, lacsRoutes.createGroup, {
    body: { ...contact, subdomain: 'town', shareDataAmongUnits: false },
  })
  await fetchOk(admin, lacsRoutes.createUnit, {
    body: { LacsGroupId: group.id, unitId: 'one', unitName: SECOND, isCloudUnit: false, adminIds: [adminId] },
  })
  const section = await fetchOk(admin, dashboardRoutes.createSection, { body: { title: NAME, type: 'textLink' } })
  const link = { DashboardSectionId: section.id, isExternal: 'true', linkText: SECOND }
  for (const linkUrl of [`https://example.org/${NAME}`, `https://example.org/"onmouseover="alert(1)`])
    await fetchOk(admin, dashboardRoutes.createLink, { form: { ...link, linkUrl } })
  for (const isExternal of ['true', 'false'])
    for (const linkUrl of [
      'javascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      '//xss.invalid',
      '/\\xss.invalid',
      ' javascript:alert(1)',
    ])
      expect(await request(admin, dashboardRoutes.createLink, { form: { ...link, isExternal, linkUrl } })).toBe(400)
}

/** Files with payloads as names. */
const createNamedFiles = (field: string) =>
  PAYLOADS.slice(0, 10).map((name) => ({ field, name, bytes: new TextEncoder().encode('words') }))
