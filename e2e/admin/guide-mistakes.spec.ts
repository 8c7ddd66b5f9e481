import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, type Locator } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { unitRoutes } from '@noroshi/contract/accounts/unit.http'
import { adminUserRoutes } from '@noroshi/contract/admin/users.http'
import { alertGroupRoutes } from '@noroshi/contract/alerts/alert-groups.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { deviceRoutes } from '@noroshi/contract/devices/devices.http'
import { drillRoutes } from '@noroshi/contract/alerts/drills.http'
import type { MessageKey } from '@noroshi/contract/messages'
import type { SetupStep } from '@noroshi/contract/setup/setup.http'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { button } from '../fixtures/servers/administration.ts'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { textsIn } from '../fixtures/texts.ts'

// The journey of the first hour does the name and the location wrong; this one the other steps.

const t = textsIn('en')
const SENDAI = { latitude: 38.2682, longitude: 140.8694 }
/** Milliseconds within which a backup is written and restored as a test, and within which one fails. */
const BACKUP_MS = 120_000
/** Milliseconds within which the server has stored the outcome of a drill and the guide shows it. */
const OUTCOME_MS = 30_000

test.use({ settings: { STREETS_SOURCE: 'http://127.0.0.1:9/{date}.pmtiles' } })

test(
  'an administrator does each step of the guide wrong, reads what is missing, and mends it by the press that it offers',
  onlyLong(),
  async ({ server, visitor, signedIn }) => {
    test.setTimeout(240_000)
    const admin = await createAdministrator(server, visitor, { location: SENDAI })
    const { page } = admin
    admin.allowConsoleError(/status of (4\d\d|502|503)/)
    const step = (name: SetupStep): Locator =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: t(`setup.${name}`), exact: true }) })
    const expectStep = async (name: SetupStep, state: 'done' | 'open' | 'unknown', found: string) => {
      await expect(step(name).getByText(found)).toBeVisible()
      await expect(step(name).getByRole('img', { name: t(`setup.state.${state}`), exact: true })).toBeVisible()
    }
    const follow = (name: SetupStep, press: MessageKey) =>
      step(name)
        .getByRole('link', { name: t(press) })
        .click()
    const open = () => admin.open('/admin/guide')
    await open()

    await test.step('the wrong language, which another press changes', async () => {
      await button(page, '日本語').click()
      await expectStep('language', 'done', t('setup.language.done', { language: '日本語' }))
      await button(step('language'), 'English').click()
      await expectStep('language', 'done', t('setup.language.done', { language: 'English' }))
    })
    await test.step('streets without internet, which stay missing', async () => {
      await follow('map', 'setup.map.press')
      await button(page, t('streets.measure')).click()
      await expect(page.getByRole('alert')).toContainText(t('error.streets.sourceUnreachable', { host: '127.0.0.1:9' }))
      await open()
      await expectStep('map', 'open', t('setup.map.open'))
      await expect(step('map').getByRole('link', { name: t('setup.map.press') })).toBeVisible()
    })
    await test.step('a link that is not created, and a sheet that no one can register with', async () => {
      await button(page, t('setup.people.link')).click()
      await button(page.getByRole('dialog'), t('chrome.close')).last().click()
      await expectStep('people', 'open', t('setup.people.open'))
      const settings = await fetchOk(admin, unitRoutes.settings)
      await fetchOk(admin, unitRoutes.changeSettings, { body: { ...settings, registration: 'invitation' } })
      await open()
      await button(page, t('setup.sheet')).click()
      await expect(page.getByText(t('setup.sheet.closed'))).toBeVisible()
      await page.keyboard.press('Escape')
      await fetchOk(admin, unitRoutes.changeSettings, { body: { ...settings, registration: 'open' } })
      await open()
      await button(page, t('setup.sheet')).click()
      await expect(button(page.getByRole('dialog'), t('setup.sheet.print'))).toBeVisible()
      await expect(page.getByText(t('setup.sheet.closed'))).toHaveCount(0)
      await page.keyboard.press('Escape')
    })
    const aiko = await signedIn('Aiko')
    aiko.allowConsoleError(/status of 403/) // she loses the role of an administrator
    const { id } = await fetchOk(aiko, accountRoutes.me)
    await test.step('a phone that is not ready, whose user the list names', async () => {
      const checks = {
        connection: 'good',
        sound: 'problem',
        notifications: 'problem',
        storage: 'good',
        installation: 'unchecked',
      }
      await fetchOk(aiko, deviceRoutes.report, { body: { checks, isChecked: true } })
      await open()
      const isReady = (ready: number) => step('devices').getByText(t('setup.devices.ready', { ready, count: 2 }))
      await expect(isReady(0).or(isReady(1))).toBeVisible() // the administrator's browser may be ready
      await follow('devices', 'setup.devices.press')
      await expect(page.getByText('Aiko').first()).toBeVisible()
      await open()
      await follow('devices', 'setup.devices.own')
      await expect(page).toHaveURL(/\/ready/)
    })
    const groupId = await test.step('a group without members, and no feed', async () => {
      const form = { name: 'Night watch', isAnonymous: false, takesNewUsers: false }
      const group = await fetchOk(admin, alertGroupRoutes.create, { body: form })
      await open()
      await expectStep('groupAndFeed', 'open', t('setup.groupAndFeed.noMember'))
      await expectStep('groupAndFeed', 'open', t('setup.groupAndFeed.noFeed'))
      await button(page, t('setup.groupAndFeed.press')).click()
      await expect(step('groupAndFeed').getByText(t('setup.groupAndFeed.noFeed'))).toHaveCount(0)
      await expectStep('groupAndFeed', 'open', t('setup.groupAndFeed.noMember'))
      await follow('groupAndFeed', 'setup.groupAndFeed.members')
      await expect(page.getByText('Night watch').first()).toBeVisible()
      await fetchOk(admin, alertGroupRoutes.addMembers, { params: { id: group.id }, body: { userIds: [id] } })
      await open()
      await expectStep('groupAndFeed', 'done', t('setup.groupAndFeed.done'))
      return group.id
    })
    await test.step('a second administrator who loses the role, and is chosen once more', async () => {
      await fetchOk(admin, adminUserRoutes.makeAdmin, { params: { id } })
      await fetchOk(admin, adminUserRoutes.removeAdmin, { params: { id } })
      await open()
      await expectStep('administrators', 'open', t('setup.administrators.open', { count: 1 }))
      await follow('administrators', 'setup.administrators.press')
      await expect(page.getByText('Aiko').first()).toBeVisible()
      await fetchOk(admin, adminUserRoutes.makeAdmin, { params: { id } })
      await open()
      await expectStep('administrators', 'done', t('setup.administrators.done', { count: 2 }))
    })
    await test.step('a backup whose disk is taken out, and put back', async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'noroshi-guide-'))
      await follow('backup', 'setup.backup.press')
      await page.getByRole('textbox', { name: t('backup.folder'), exact: true }).fill(folder)
      await button(page, t('chrome.save')).click()
      await expect(button(page, t('backup.now'))).toBeEnabled()
      await open()
      await expectStep('backup', 'open', t('setup.backup.none'))
      await rm(folder, { recursive: true })
      await follow('backup', 'setup.backup.press')
      await button(page, t('backup.now')).click()
      await expect(async () => {
        await open()
        await expectStep('backup', 'open', t('setup.backup.failed'))
      }).toPass({ timeout: BACKUP_MS })
      const other = await mkdtemp(path.join(tmpdir(), 'noroshi-guide-'))
      await follow('backup', 'setup.backup.press')
      await page.getByRole('textbox', { name: t('backup.folder'), exact: true }).fill(other)
      await button(page, t('chrome.save')).click()
      await button(page, t('backup.now')).click()
      await expect(async () => {
        await open()
        await expect(step('backup').getByRole('img', { name: t('setup.state.done'), exact: true })).toBeVisible()
      }).toPass({ timeout: BACKUP_MS })
    })
    await test.step('a drill that is ended before a phone rang, whose members are sent the steps', async () => {
      await aiko.page.close()
      const early = await fetchOk(admin, drillRoutes.start, { body: { groupIds: [groupId] } })
      await fetchOk(admin, alertRoutes.resolve, { body: { AlertId: early.id } })
      await expect(async () => {
        await open()
        await expectStep('drill', 'open', t('setup.drill.result', { reached: 0, count: 1 }))
      }).toPass({ timeout: OUTCOME_MS })
      await expect(step('drill').getByText(t('setup.drill.early'))).toBeVisible()
      await expect(button(page, t('setup.drill.send', { count: 1 }))).toBeVisible()
      await button(page, t('setup.drill.start')).click()
      const dialog = page.getByRole('dialog', { name: t('drills.start') })
      await expect(button(dialog, t('drills.start'))).toBeVisible()
      await page.keyboard.press('Escape')
      await button(page, t('setup.drill.send', { count: 1 })).click()
      await expect(page.getByText(t('setup.stepsSent', { count: 1 }))).toBeVisible()
      await expect(step('drill').getByRole('img', { name: t('setup.state.done'), exact: true })).toBeVisible()
    })
  },
)
