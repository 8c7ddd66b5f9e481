import { expect, type Locator } from '@playwright/test'
import sharp from 'sharp'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { peopleRoutes } from '@noroshi/contract/accounts/people.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { dialogOf } from '../fixtures/checks/screen.ts'
import { type Texts, textsIn } from '../fixtures/texts.ts'

const en = textsIn('en')

const questionOf = (person: Person, t: Texts): Locator => dialogOf(person).filter({ hasText: t('chrome.discardTitle') })

/** Navigates to another screen without a page load, so that Back stays in the application. */
async function navigate({ page }: Person, path: string): Promise<void> {
  await expect(page.locator('#prerendered')).toHaveCount(0) // the router has started
  // The router counts the history entries in their state.
  await page.evaluate((to) => {
    // `as`: the state of the router
    const { __TSR_index: index } = history.state as { __TSR_index: number }
    history.pushState({ __TSR_index: index + 1, __TSR_key: to, key: to }, '', to)
  }, path)
  await expect(page).toHaveURL(new RegExp(`${path}$`))
}

async function keepEditing(person: Person, t: Texts): Promise<void> {
  const question = questionOf(person, t)
  await question.getByRole('button', { name: t('chrome.keepEditing') }).click()
  await expect(question).toHaveCount(0)
}

async function discardChanges(person: Person, t: Texts): Promise<void> {
  const question = questionOf(person, t)
  await question.getByRole('button', { name: t('chrome.discard'), exact: true }).click()
  await expect(question).toHaveCount(0)
}

/** Types into a dialog, tries all ways to close it, and expects the text until the user confirms to discard it. */
async function tryToLose(person: Person, t: Texts, dialog: Locator, typed: Locator): Promise<void> {
  const { page } = person
  const address = page.url()
  await typed.fill('Before The Flood')
  await page.keyboard.press('Escape')
  await keepEditing(person, t)
  await page.mouse.click(4, 4) // outside of the dialog
  await keepEditing(person, t)
  await dialog.getByRole('button', { name: t('chrome.close'), exact: true }).click()
  await keepEditing(person, t)
  await page.goBack({ waitUntil: 'commit' })
  await keepEditing(person, t)
  await expect(page).toHaveURL(address)
  await expect(typed).toHaveValue('Before The Flood')
  await page.keyboard.press('Escape')
  await discardChanges(person, t)
  await expect(dialog).toHaveCount(0)
}

const FORMS = [
  { path: '/feeds', open: 'feeds.create', field: 'feeds.name' },
  { path: '/pages', open: 'pages.create', field: 'pages.name' },
  { path: '/admin/dashboard', open: 'dashboard.sectionCreate', field: 'dashboard.sectionTitle' },
  { path: '/admin/alert-groups', open: 'alertGroups.create', field: 'alertGroups.name' },
  { path: '/admin/lacs', open: 'lacs.groupCreate', field: 'lacs.organizationName' },
  { path: '/admin/settings', open: 'invitations.create', field: 'invitations.label' },
] as const

test('forms of the administration ask before they discard input', onlyLong(), async ({ server, visitor }) => {
  const kenji = await createAdministrator(server, visitor, { wide: true })
  const { page } = kenji
  for (const { path, open, field } of FORMS)
    await test.step(path, async () => {
      await kenji.open('/alerts')
      await navigate(kenji, path)
      await page
        .getByRole('button', { name: en(open) })
        .first()
        .click()
      const dialog = dialogOf(kenji).filter({ hasText: en(field) })
      await tryToLose(kenji, en, dialog, dialog.getByRole('textbox', { name: new RegExp(`^${en(field)}`) }))
    })
})

test(
  'a post, a recording, a group, a review and the user’s own profile ask before they discard input',
  onlyLong(),
  async ({ server, visitor, signedIn }) => {
    const kenji = await createAdministrator(server, visitor, {})
    const aiko = await signedIn('Aiko', { language: 'ja', scheme: 'dark' })
    const ja = textsIn('ja')
    const { page } = kenji
    const feed = await fetchOk(kenji, feedRoutes.create, {
      form: { name: 'Hillside paths', description: '', isPublic: 'true', isOpenToUsers: 'true', allowsPostByAnyUser: 'true' },
    })
    await fetchOk(aiko, postRoutes.create, { params: { id: feed.id }, form: { textContent: 'The lower path is dry' } })

    await test.step('a post, and a voice recording for it', async () => {
      await aiko.open('/feeds')
      await navigate(aiko, `/feed/${feed.id}/posts`)
      await aiko.page.getByRole('button', { name: ja('posts.new') }).click()
      const dialog = dialogOf(aiko).filter({ hasText: ja('posts.text') })
      await tryToLose(aiko, ja, dialog, dialog.getByRole('textbox', { name: ja('posts.text') }))
      await aiko.page.getByRole('button', { name: ja('posts.new') }).click()
      await dialog.getByRole('button', { name: ja('posts.add.voice'), exact: true }).click()
      await aiko.page.getByRole('button', { name: ja('media.recordSound'), exact: true }).click()
      await expect(aiko.page.getByText(ja('media.recordingSound'), { exact: true })).toBeVisible()
      await aiko.page.keyboard.press('Escape')
      await keepEditing(aiko, ja)
      await aiko.page.waitForTimeout(1_200) // the recorder delivers its first chunk
      await aiko.page.getByRole('button', { name: ja('media.stop'), exact: true }).click()
      await expect(aiko.page.getByRole('button', { name: ja('media.useRecording') })).toBeVisible()
      await aiko.page.keyboard.press('Escape')
      await keepEditing(aiko, ja)
      await aiko.page.getByRole('button', { name: ja('media.useRecording') }).click()
      await aiko.page.getByRole('button', { name: ja('posts.add.done') }).click()
      await aiko.page.keyboard.press('Escape')
      await discardChanges(aiko, ja)
    })

    await test.step('a post that a moderator deletes while its author edits it: the text stays on the screen', async () => {
      await aiko.page.getByRole('button', { name: ja('posts.menu', { name: 'Aiko' }) }).click()
      await aiko.page.getByRole('menuitem', { name: ja('posts.edit') }).click()
      const text = dialogOf(aiko).getByRole('textbox', { name: ja('posts.text') })
      await text.fill('下の道は乾いています')
      const { posts } = await fetchOk(kenji, postRoutes.list, { params: { id: feed.id } })
      for (const { id } of posts) await fetchOk(kenji, postRoutes.remove, { params: { id: feed.id, postId: id } })
      await expect(aiko.page.getByRole('article')).toHaveCount(0)
      await expect(text).toHaveValue('下の道は乾いています')
      aiko.allowConsoleError(/status of 404/)
      await dialogOf(aiko)
        .getByRole('button', { name: ja('chrome.save') })
        .click()
      await expect(aiko.page.getByText(ja('posts.updateFailed'))).toBeVisible()
      await expect(text).toHaveValue('下の道は乾いています')
    })

    await test.step('a new group', async () => {
      await kenji.open('/alerts')
      await navigate(kenji, '/messages')
      await page.getByRole('tab', { name: en('messages.groups') }).click()
      await page.getByRole('button', { name: en('messages.newGroup') }).click()
      const dialog = dialogOf(kenji).filter({ hasText: en('messages.group.step', { step: 1 }) })
      await tryToLose(kenji, en, dialog, dialog.getByRole('textbox', { name: en('messages.group.name') }))
    })

    await test.step('the user’s own profile: leaving by the navigation or Cancel asks', async () => {
      await kenji.open('/user/me')
      await page.getByRole('button', { name: en('profile.edit'), exact: true }).click()
      await page.getByRole('button', { name: en('chrome.cancel') }).click()
      await expect(page.getByRole('button', { name: en('profile.edit'), exact: true }), 'nothing was changed').toBeVisible()
      await page.getByRole('button', { name: en('profile.edit'), exact: true }).click()
      const city = page.getByRole('textbox', { name: en('profile.city') })
      await city.fill('Sendai')
      await page
        .getByRole('navigation', { name: en('chrome.main') })
        .getByRole('link', { name: en('chrome.alerts') })
        .click()
      await keepEditing(kenji, en)
      await expect(city).toHaveValue('Sendai')
      await page.getByRole('button', { name: en('chrome.cancel') }).click()
      await discardChanges(kenji, en)
      await expect(city).toHaveCount(0)
    })

    await test.step('removing the user’s own picture refetches the signed-in user', async () => {
      const { id } = await fetchOk(kenji, accountRoutes.me)
      const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#2a7f62' } })
        .png()
        .toBuffer()
      await fetchOk(kenji, peopleRoutes.changeAvatar, {
        params: { id },
        form: {},
        files: [{ field: 'avatar', name: 'me.png', bytes: new Uint8Array(picture) }],
      })
      await kenji.open('/user/me')
      await page.getByRole('button', { name: en('profile.edit'), exact: true }).click()
      await page.getByRole('button', { name: en('profile.removeAvatar') }).click()
      await page.evaluate(() => {
        // A hidden page does not refetch automatically.
        Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
        document.dispatchEvent(new Event('visibilitychange'))
      })
      const requests: string[] = []
      page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
      await dialogOf(kenji)
        .getByRole('button', { name: en('profile.removeAvatar') })
        .click()
      await expect
        .poll(() => requests.slice(requests.indexOf('DELETE /backend/api/users/me/avatar')))
        .toContain('GET /backend/api/auth/me')
      await expect(page.getByText(en('profile.avatarRemoved'))).toBeVisible()
    })
  },
)

test('a photo for an alert is not lost when another member resolves the alert', onlyLong(), async ({ signedIn }) => {
  const aiko = await signedIn('Aiko')
  const ben = await signedIn('Ben')
  const { page } = aiko
  const { id, alertMessageThread } = await fetchOk(aiko, alertRoutes.raise, {
    body: { RaisedBy: null, latitude: null, longitude: null, clientId: crypto.randomUUID() },
  })
  await aiko.open('/alerts')
  await navigate(aiko, `/alerts/${id}/messages/${alertMessageThread.MessageThreadId}`)
  await page.getByRole('button', { name: en('alerts.add.photo'), exact: true }).click()
  await page.getByRole('button', { name: en('media.capture') }).click()
  await page.getByRole('button', { name: en('media.usePicture') }).waitFor()
  await page.keyboard.press('Escape')
  await keepEditing(aiko, en)
  await page.getByRole('button', { name: en('media.usePicture') }).click()
  await page.getByRole('textbox', { name: en('media.caption') }).fill('The stairs')
  await fetchOk(ben, alertRoutes.resolve, { body: { AlertId: id, latitude: null, longitude: null } })
  await expect(dialogOf(aiko).getByText(en('alerts.add.resolvedMeanwhile'))).toBeVisible()
  await page.goBack({ waitUntil: 'commit' })
  await keepEditing(aiko, en)
  await expect(page.getByRole('textbox', { name: en('media.caption') })).toHaveValue('The stairs')
  await expect(
    dialogOf(aiko)
      .getByRole('list', { name: en('media.chosen') })
      .getByRole('img', { includeHidden: true }),
  ).toHaveCount(1)
  await page.goBack({ waitUntil: 'commit' })
  await discardChanges(aiko, en)
  await expect(page).toHaveURL(/\/alerts$/)
})
