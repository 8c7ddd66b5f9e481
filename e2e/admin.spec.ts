import { expect } from '@playwright/test'
import sharp from 'sharp'
import type { Language } from '@noroshi/contract/i18n'
import { administrator, firstAdministrator } from './fixtures/administrator.ts'
import { button, drag, openArea, row } from './fixtures/administration.ts'
import { isClean } from './fixtures/axe.ts'
import { test } from './fixtures/journey.ts'
import { onlyLong } from './fixtures/long.ts'
import { wordsIn } from './fixtures/words.ts'

for (const language of ['en', 'ja'] satisfies Language[]) {
  const words = wordsIn(language)

  test(
    `an administrator deactivates somebody, whose page ends at once (${language})`,
    onlyLong(language === 'ja'),
    async ({ server, signedIn, visitor }) => {
      const admin = await firstAdministrator(server, visitor, words, { language })
      const ben = await signedIn('Ben', { language })
      ben.expects(/status of 40[13]/)
      await expect(ben.page.getByRole('button', { name: words('alerts.sos.hold') })).toBeVisible()
      await ben.open('/alerts')
      await expect(ben.page.getByRole('tab').first()).toBeVisible()

      const { page } = admin
      await openArea(page, words, 'adminUsers.title')
      await page.getByRole('searchbox', { name: words('adminUsers.search') }).fill('be')
      await expect(row(page, 'Kenji')).toBeHidden()
      await expect(page.getByText(words('admin.people.one'))).toBeVisible()
      await row(page, 'Ben').getByRole('switch').click()
      await expect(page.getByText(words('adminUsers.deactivateConfirm', { name: 'Ben' }))).toBeVisible()
      await isClean(admin, 'deactivate?')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: words('adminUsers.deactivate') })
        .click()

      await ben.page.waitForURL('**/login', { waitUntil: 'commit' })
      await expect(row(page, 'Ben').getByText(words('adminUsers.deactivated'))).toBeVisible()
      await isClean(admin, 'users')
      // Nobody shuts themselves out: on one's own row there is nothing to touch.
      await page.getByRole('searchbox', { name: words('adminUsers.search') }).fill('kenji')
      await expect(row(page, 'Kenji')).toBeVisible()
      await expect(row(page, 'Kenji').getByRole('switch')).toHaveCount(0)
    },
  )

  test(
    `an administrator builds sections and links, and others see them (${language})`,
    onlyLong(language === 'ja'),
    async ({ server, signedIn, visitor }) => {
      const admin = await administrator(server, visitor, { language })
      const ben = await signedIn('Ben', { language, wide: true })
      const { page } = admin
      await openArea(page, words, 'dashboard.manageTitle')
      const addSection = async (title: string, type: 'iconLink' | 'imageLink') => {
        await button(page, words('dashboard.sectionCreate')).click()
        await button(page, words('chrome.save')).click()
        await expect(page.getByText(words('dashboard.titleRequired'))).toBeVisible()
        await page.getByRole('textbox', { name: words('dashboard.sectionTitle') }).fill(title)
        await page.getByRole('radio', { name: words(`dashboard.type.${type}`) }).check()
        await button(page, words('chrome.save')).click()
        await expect(page.getByRole('dialog')).toBeHidden()
      }
      await addSection('Help', 'iconLink')
      await addSection('Be ready', 'imageLink')

      await page.getByRole('button', { name: /^Help/, expanded: false }).click()
      const addLink = async (text: string, url: string) => {
        await button(page, words('dashboard.linkCreate')).click()
        await page.getByRole('textbox', { name: words('dashboard.linkText') }).fill(text)
        await page.getByRole('textbox', { name: words('dashboard.linkUrl') }).fill(url)
      }
      await addLink('Water', 'javascript:alert(1)')
      await button(page, words('chrome.save')).click()
      await expect(page.getByText(words('dashboard.urlInvalid'))).toBeVisible()
      await expect(page.getByText(words('dashboard.iconInvalid'))).toBeVisible()
      await isClean(admin, 'a link with problems')
      await page.getByRole('textbox', { name: words('dashboard.linkUrl') }).fill('https://example.org/water')
      await page.getByRole('radio', { name: words('dashboard.icon.water'), exact: true }).check({ force: true })
      await button(page, words('chrome.save')).click()
      await expect(page.getByRole('dialog')).toBeHidden()
      await addLink('All alerts', '/alerts')
      await page.getByRole('radio', { name: words('dashboard.icon.fire'), exact: true }).check({ force: true })
      await button(page, words('chrome.save')).click()
      await expect(page.getByRole('dialog')).toBeHidden()

      await page.getByRole('button', { name: /^Be ready/, expanded: false }).click()
      await addLink('What to bring', '/alerts')
      const image = await sharp({ create: { width: 80, height: 60, channels: 3, background: 'teal' } })
        .png()
        .toBuffer()
      await page.getByLabel(words('dashboard.linkImage')).setInputFiles({ name: 'bag.png', mimeType: 'image/png', buffer: image })
      await expect(page.getByRole('img', { name: words('dashboard.linkImage') })).toBeVisible()
      await button(page, words('chrome.save')).click()
      await expect(page.getByRole('dialog')).toBeHidden()

      // Ben's home follows by itself; Kenji's order too, made by keys alone.
      const headings = ben.page.getByRole('region').getByRole('heading', { level: 2 })
      await expect(headings).toHaveText(['Help', 'Be ready'])
      await page.getByRole('button', { name: words('dashboard.moveUp', { name: 'Be ready' }) }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByText(words('dashboard.moved', { name: 'Be ready', position: 1, count: 2 }))).toBeAttached()
      await expect(headings).toHaveText(['Be ready', 'Help'])
      await isClean(admin, 'sections')

      await drag(page, 'Help', 'Be ready', page.getByRole('main').locator('li[data-id]'))
      await expect(page.getByText(words('dashboard.moved', { name: 'Help', position: 1, count: 2 }))).toBeAttached()
      await expect(headings).toHaveText(['Help', 'Be ready'])
      await admin.open('/admin/dashboard')
      await expect(page.getByRole('main').getByRole('listitem')).toHaveText([/^Help/, /^Be ready/])

      const water = ben.page.getByRole('link', { name: 'Water' })
      await expect(water).toHaveAttribute('target', '_blank')
      await expect(water).toHaveAttribute('rel', /noopener/)
      await isClean(ben, 'home with sections')
      await ben.context.setOffline(true)
      ben.expects(/net::ERR_INTERNET_DISCONNECTED/)
      await expect(ben.page.getByTitle(words('dashboard.offline'))).toHaveAttribute('aria-disabled', 'true')
      await ben.comeBack()
      await ben.page.getByRole('link', { name: 'All alerts' }).click()
      await ben.page.waitForURL('**/alerts')

      const somebody = await visitor({ language })
      await expect(async () => {
        await somebody.open('/')
        await expect(somebody.page.getByRole('link', { name: 'What to bring' }).locator('img')).toBeVisible()
      }).toPass()
      await isClean(somebody, 'a visitor’s home with sections')
    },
  )
}

test('the administration is nowhere for others, and each of its areas is clean', async ({ server, signedIn, visitor }) => {
  const words = wordsIn('en')
  const ben = await signedIn('Ben')
  await ben.open('/admin/users')
  await expect(ben.page.getByRole('heading', { name: words('chrome.pageNotFound') }).first()).toBeVisible()
  const areas = ['users', 'alert-groups', 'dashboard', 'lacs', 'settings', 'audit']
  const admin = await administrator(server, visitor, { scheme: 'dark' })
  await admin.open('/admin')
  await expect(admin.page.getByRole('link', { name: words('auditLog.title') })).toBeVisible()
  await isClean(admin, 'the list of areas')
  for (const area of areas) {
    await admin.open(`/admin/${area}`)
    await expect(admin.page.getByRole('main').locator('table, form, section, h2, [role=tab]').first()).toBeVisible()
    await isClean(admin, area)
  }
})

test('an administrator makes a group and a link that is shown once', async ({ server, signedIn, visitor }) => {
  const words = wordsIn('en')
  const admin = await administrator(server, visitor, { wide: true })
  await signedIn('Chie')
  const { page } = admin
  await admin.open('/admin/alert-groups')
  await button(page, words('alertGroups.create')).click()
  await page.getByRole('textbox', { name: words('alertGroups.name') }).fill('Patrol')
  await button(page, words('chrome.save')).click()
  await expect(row(page, 'Patrol')).toContainText(words('admin.people', { count: 0 }))
  await row(page, 'Patrol')
    .getByRole('button', { name: words('alertGroups.membersOf', { name: 'Patrol' }) })
    .click()
  await button(page, words('alertGroups.addMembers')).click()
  await page.getByRole('combobox').fill('chi')
  await page.getByRole('option', { name: /Chie/ }).click()
  await button(page, words('alertGroups.addChosen', { count: 1 })).click()
  await expect(page.getByRole('combobox')).toBeHidden()
  await expect(page.getByRole('dialog').getByText('Chie')).toBeVisible()
  await isClean(admin, 'members')
  await page.keyboard.press('Escape')
  await expect(row(page, 'Patrol')).toContainText(words('admin.people.one'))

  await admin.open('/admin/settings')
  await button(page, words('invitations.create')).click()
  // The dialog puts the focus on its first field when it is open, whatever is being filled in by then.
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await page.getByRole('spinbutton', { name: words('invitations.uses') }).fill('0')
  await button(page, words('invitations.make')).click()
  await expect(page.getByText(words('unit.invitation.usesInvalid'))).toBeVisible()
  await page.getByRole('spinbutton', { name: words('invitations.uses') }).fill('2')
  await button(page, words('invitations.make')).click()
  await expect(page.getByRole('textbox', { name: words('admin.link') })).toHaveValue(/\/register\?invite=\S{20,}/)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('chrome.close') })
    .last()
    .click()
  await expect(page.getByText(words('invitations.usedOf', { used: 0, max: 2 }))).toBeVisible()
  await admin.open('/admin/audit')
  await expect(row(page, words('audit.invitation.created'))).toContainText('Kenji')
  await page.getByRole('searchbox', { name: words('auditLog.search') }).fill('Patrol')
  await expect(row(page, words('audit.invitation.created'))).toBeHidden()
  await expect(row(page, words('audit.alertGroup.membersAdded'))).toContainText('Chie')
})
