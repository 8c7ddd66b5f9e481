import { expect } from '@playwright/test'
import sharp from 'sharp'
import type { Language } from '@noroshi/contract/i18n'
import { createAdministrator, registerFirstAdministrator } from '../fixtures/servers/administrator.ts'
import { button, drag, openArea, row } from '../fixtures/servers/administration.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { textsIn } from '../fixtures/texts.ts'

for (const language of ['en', 'ja'] satisfies Language[]) {
  const t = textsIn(language)

  test(
    `an administrator deactivates a user, whose session ends immediately (${language})`,
    onlyLong(),
    async ({ server, signedIn, visitor }) => {
      const admin = await registerFirstAdministrator(server, visitor, t, { language })
      const ben = await signedIn('Ben', { language })
      ben.allowConsoleError(/status of 40[13]/)
      await expect(ben.page.getByRole('button', { name: t('alerts.sos.hold') })).toBeVisible()
      await ben.open('/alerts')
      await expect(ben.page.getByRole('tab').first()).toBeVisible()

      const { page } = admin
      await openArea(page, t, 'adminUsers.title')
      await page.getByRole('searchbox', { name: t('adminUsers.search') }).fill('be')
      await expect(row(page, 'Kenji')).toBeHidden()
      await expect(page.getByText(t('admin.people', { count: 1 }))).toBeVisible()
      await row(page, 'Ben').getByRole('switch').click()
      await expect(page.getByText(t('adminUsers.deactivateConfirm', { name: 'Ben' }))).toBeVisible()
      await expectAccessible(admin, 'deactivate?')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('adminUsers.deactivate') })
        .click()

      await ben.page.waitForURL('**/login', { waitUntil: 'commit' })
      await expect(row(page, 'Ben').getByText(t('adminUsers.deactivated'))).toBeVisible()
      await expectAccessible(admin, 'users')
      // The own row has no actions: administrators cannot deactivate themselves.
      await page.getByRole('searchbox', { name: t('adminUsers.search') }).fill('kenji')
      await expect(row(page, 'Kenji')).toBeVisible()
      await expect(row(page, 'Kenji').getByRole('switch')).toHaveCount(0)
    },
  )

  test(
    `an administrator builds sections and links, and others see them (${language})`,
    onlyLong(),
    async ({ server, signedIn, visitor }) => {
      const admin = await createAdministrator(server, visitor, { language })
      const ben = await signedIn('Ben', { language, wide: true })
      const { page } = admin
      await openArea(page, t, 'dashboard.manageTitle')
      const addSection = async (title: string, type: 'iconLink' | 'imageLink') => {
        await button(page, t('dashboard.sectionCreate')).click()
        await button(page, t('chrome.save')).click()
        await expect(page.getByText(t('dashboard.titleRequired'))).toBeVisible()
        await page.getByRole('textbox', { name: t('dashboard.sectionTitle') }).fill(title)
        await page.getByRole('radio', { name: t(`dashboard.type.${type}`) }).check()
        await button(page, t('chrome.save')).click()
        await expect(page.getByRole('dialog')).toBeHidden()
      }
      await addSection('Help', 'iconLink')
      await addSection('Be ready', 'imageLink')

      await page.getByRole('button', { name: /^Help/, expanded: false }).click()
      const addLink = async (text: string, url: string) => {
        await button(page, t('dashboard.linkCreate')).click()
        await page.getByRole('textbox', { name: t('dashboard.linkText') }).fill(text)
        await page.getByRole('textbox', { name: t('dashboard.linkUrl') }).fill(url)
      }
      await addLink('Water', 'javascript:alert(1)')
      await button(page, t('chrome.save')).click()
      await expect(page.getByText(t('dashboard.urlInvalid'))).toBeVisible()
      await expect(page.getByText(t('dashboard.iconInvalid'))).toBeVisible()
      await expectAccessible(admin, 'a link with problems')
      await page.getByRole('textbox', { name: t('dashboard.linkUrl') }).fill('https://example.org/water')
      await page.getByRole('radio', { name: t('dashboard.icon.water'), exact: true }).check({ force: true })
      await button(page, t('chrome.save')).click()
      await expect(page.getByRole('dialog')).toBeHidden()
      await addLink('All alerts', '/alerts')
      await page.getByRole('radio', { name: t('dashboard.icon.fire'), exact: true }).check({ force: true })
      await button(page, t('chrome.save')).click()
      await expect(page.getByRole('dialog')).toBeHidden()

      await page.getByRole('button', { name: /^Be ready/, expanded: false }).click()
      await addLink('What to bring', '/alerts')
      const image = await sharp({ create: { width: 80, height: 60, channels: 3, background: 'teal' } })
        .png()
        .toBuffer()
      await page.getByLabel(t('dashboard.linkImage')).setInputFiles({ name: 'bag.png', mimeType: 'image/png', buffer: image })
      await expect(page.getByRole('img', { name: t('dashboard.linkImage') })).toBeVisible()
      await button(page, t('chrome.save')).click()
      await expect(page.getByRole('dialog')).toBeHidden()

      // Ben's home updates without a reload, also after Kenji reorders with keys.
      const headings = ben.page.getByRole('region').getByRole('heading', { level: 2 })
      await expect(headings).toHaveText(['Help', 'Be ready'])
      await page.getByRole('button', { name: t('dashboard.moveUp', { name: 'Be ready' }) }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByText(t('dashboard.moved', { name: 'Be ready', position: 1, count: 2 }))).toBeAttached()
      await expect(headings).toHaveText(['Be ready', 'Help'])
      await expectAccessible(admin, 'sections')

      await drag(page, 'Help', 'Be ready', page.getByRole('main').locator('li[data-id]'))
      await expect(page.getByText(t('dashboard.moved', { name: 'Help', position: 1, count: 2 }))).toBeAttached()
      await expect(headings).toHaveText(['Help', 'Be ready'])
      await admin.open('/admin/dashboard')
      await expect(page.getByRole('main').getByRole('listitem')).toHaveText([/^Help/, /^Be ready/])

      const water = ben.page.getByRole('link', { name: 'Water' })
      await expect(water).toHaveAttribute('target', '_blank')
      await expect(water).toHaveAttribute('rel', /noopener/)
      await expectAccessible(ben, 'home with sections')
      await ben.context.setOffline(true)
      ben.allowConsoleError(/net::ERR_INTERNET_DISCONNECTED/)
      await expect(ben.page.getByTitle(t('dashboard.offline'))).toHaveAttribute('aria-disabled', 'true')
      await ben.goOnline()
      await ben.page.getByRole('link', { name: 'All alerts' }).click()
      await ben.page.waitForURL('**/alerts')

      const guest = await visitor({ language })
      await expect(async () => {
        await guest.open('/')
        await expect(guest.page.getByRole('link', { name: 'What to bring' }).locator('img')).toBeVisible()
      }).toPass()
      await expectAccessible(guest, 'a visitor’s home with sections')
    },
  )
}

test(
  'users who are not administrators do not see the administration, and its areas have no axe violations',
  onlyLong(),
  async ({ server, signedIn, visitor }) => {
    const t = textsIn('en')
    const ben = await signedIn('Ben')
    await ben.open('/admin/users')
    await expect(ben.page.getByRole('heading', { name: t('chrome.pageNotFound') }).first()).toBeVisible()
    const areas = ['users', 'readiness', 'alert-groups', 'dashboard', 'lacs', 'settings', 'audit']
    const admin = await createAdministrator(server, visitor, { scheme: 'dark' })
    await admin.open('/admin')
    await expect(admin.page.getByRole('link', { name: t('auditLog.title') })).toBeVisible()
    await expectAccessible(admin, 'the list of areas')
    for (const area of areas) {
      await admin.open(`/admin/${area}`)
      await expect(admin.page.getByRole('main').locator('table, form, section, h2, [role=tab]').first()).toBeVisible()
      await expectAccessible(admin, area)
    }
  },
)

test(
  'an administrator creates an alert group and an invitation link that is shown once',
  onlyLong(),
  async ({ server, signedIn, visitor }) => {
    const t = textsIn('en')
    const admin = await createAdministrator(server, visitor, { wide: true })
    await signedIn('Chie')
    const { page } = admin
    await admin.open('/admin/alert-groups')
    await button(page, t('alertGroups.create')).click()
    await page.getByRole('textbox', { name: t('alertGroups.name') }).fill('Patrol')
    await button(page, t('chrome.save')).click()
    await expect(row(page, 'Patrol')).toContainText(t('admin.people', { count: 0 }))
    // A duplicate name shows an error at its field.
    admin.allowConsoleError(/status of 409.*alert-groups/)
    await button(page, t('alertGroups.create')).click()
    const name = page.getByRole('textbox', { name: t('alertGroups.name') })
    await name.fill('PATROL')
    await button(page, t('chrome.save')).click()
    await expect(name).toHaveAccessibleDescription(t('error.alertGroup.nameTaken'))
    await page.keyboard.press('Escape')
    await button(page, t('chrome.discard')).click()
    await row(page, 'Patrol')
      .getByRole('button', { name: t('alertGroups.membersOf', { name: 'Patrol' }) })
      .click()
    await button(page, t('alertGroups.addMembers')).click()
    await page.getByRole('combobox').fill('chi')
    await page.getByRole('option', { name: /Chie/ }).click()
    await button(page, t('alertGroups.addChosen', { count: 1 })).click()
    await expect(page.getByRole('combobox')).toBeHidden()
    await expect(page.getByRole('dialog').getByText('Chie')).toBeVisible()
    await expectAccessible(admin, 'members')
    await page.keyboard.press('Escape')
    await expect(row(page, 'Patrol')).toContainText(t('admin.people', { count: 1 }))

    await admin.open('/admin/settings')
    await button(page, t('invitations.create')).click()
    // The dialog focuses its first field when it has opened, even if the test is already filling in another.
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
    await page.getByRole('spinbutton', { name: t('invitations.uses') }).fill('0')
    await button(page, t('invitations.make')).click()
    await expect(page.getByText(t('unit.invitation.usesInvalid'))).toBeVisible()
    await page.getByRole('spinbutton', { name: t('invitations.uses') }).fill('2')
    await button(page, t('invitations.make')).click()
    await expect(page.getByRole('textbox', { name: t('admin.link') })).toHaveValue(/\/register\?invite=\S{20,}/)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('chrome.close') })
      .last()
      .click()
    await expect(page.getByText(t('invitations.usedOf', { used: 0, max: 2 }))).toBeVisible()
    await admin.open('/admin/audit')
    await expect(row(page, t('audit.invitation.created'))).toContainText('Kenji')
    await page.getByRole('searchbox', { name: t('auditLog.search') }).fill('Patrol')
    await expect(row(page, t('audit.invitation.created'))).toBeHidden()
    await expect(row(page, t('audit.alertGroup.membersAdded'))).toContainText('Chie')
  },
)
