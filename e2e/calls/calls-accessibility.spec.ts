import { expect } from '@playwright/test'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import type { Language } from '@noroshi/contract/i18n'
import { fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { createMediaFiles } from '../fixtures/browsers/call-media.ts'
import { accept, banner, callFromProfile, press, unmute, userIdOf, videoOf } from '../fixtures/scenes/calls.ts'
import { pickUser } from '../fixtures/scenes/chat.ts'
import { startGroupCall } from '../fixtures/scenes/group-calls.ts'
import { test } from '../fixtures/journey.ts'
import { layoutFaults, smallTargets } from '../fixtures/checks/layout.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { dialogOf } from '../fixtures/checks/screen.ts'
import { textsIn } from '../fixtures/texts.ts'

const LONG_NAME = 'Donaudampfschifffahrtsgesellschaft'
const softly = expect.configure({ soft: true })
const SIZES = [
  { width: 320, height: 640 },
  { width: 800, height: 360 },
  { width: 1280, height: 800 },
] as const

/** A modal dialog covers the SOS button of the page. */
const faultsOf = async (person: Person) => ((await dialogOf(person).isVisible()) ? [] : await layoutFaults(person.page))

/** Expects no violation of axe, and that the screen fits windows of all sizes with targets of 44 px. */
async function expectFit(person: Person, what: string): Promise<void> {
  const { page } = person
  await expectAccessible(person, what)
  const before = page.viewportSize()
  for (const size of SIZES) {
    await page.setViewportSize(size)
    const at = `${what} at ${size.width} px`
    await softly.poll(() => faultsOf(person), { message: at }).toEqual([])
    await softly.poll(() => smallTargets(page), { message: at }).toEqual([])
  }
  if (before) await page.setViewportSize(before)
}

for (const language of ['en', 'ja'] satisfies Language[])
  for (const scheme of ['light', 'dark'] as const)
    test(
      `axe finds no violation on any screen of calls, and they fit all windows (${language}, ${scheme})`,
      onlyLong(),
      async ({ signedIn }) => {
        test.slow()
        const t = textsIn(language)
        const aiko = await signedIn('Aiko', { language, scheme, media: createMediaFiles('red') })
        const ben = await signedIn(`Ben ${LONG_NAME}`, { language, scheme, media: createMediaFiles('blue'), wide: true })
        const chika = await signedIn('Chika', { language, scheme, browserOf: ben })
        const { page } = aiko
        const closeDialog = async () => {
          await page.keyboard.press('Escape')
          await expect(dialogOf(aiko)).toBeHidden()
        }
        const benId = await userIdOf(ben)
        await ben.openLive('/feeds')
        await chika.openLive('/feeds')

        await test.step('the device check and the join page', async () => {
          for (const path of ['/ready', '/join']) {
            await aiko.open(path)
            await expectAccessible(aiko, path)
          }
        })

        await test.step('empty lists and their pickers', async () => {
          await aiko.open('/calls')
          await expect(page.getByRole('heading', { name: t('calls.noPersonal') })).toBeVisible()
          await expectAccessible(aiko, 'no personal calls')
          await press(aiko, t, 'calls.newCall')
          await dialogOf(aiko).getByRole('combobox').fill('Ben')
          await expect(page.getByRole('option', { name: 'Ben' })).toBeVisible()
          await expectAccessible(aiko, 'new call, user found')
          await page.keyboard.press('Escape')
          await closeDialog()
          await page.getByRole('tab', { name: t('calls.groups') }).click()
          await expect(page.getByRole('heading', { name: t('calls.noGroup') })).toBeVisible()
          await expectAccessible(aiko, 'no group calls')
          await press(aiko, t, 'calls.newGroupCall')
          await dialogOf(aiko)
            .getByRole('button', { name: t('calls.start') })
            .click()
          await expect(page.getByText(t('calls.groupWarning'))).toBeVisible()
          await pickUser(aiko, 'Chika')
          await dialogOf(aiko)
            .getByRole('button', { name: t('calls.start') })
            .click()
          await expect(page.getByText(t('calls.addOneMore'))).toBeVisible()
          await expectAccessible(aiko, 'new group call, too few selected')
          await dialogOf(aiko)
            .getByRole('button', { name: t('people.remove', { name: 'Chika' }) })
            .click()
        })

        await test.step('the members of a group chat', async () => {
          const recipients = [benId, await userIdOf(chika)]
          const { id } = await fetchOk(aiko, threadRoutes.createGroup, {
            body: { name: 'Hillside Watch', description: '', recipients },
          })
          await aiko.open(`/messages/${id}`)
          await press(aiko, t, 'calls.groupCall')
          await dialogOf(aiko).getByRole('checkbox', { name: 'Chika' }).check()
          await expectFit(aiko, 'members of a group to call')
          await dialogOf(aiko).getByRole('checkbox', { name: 'Chika' }).uncheck()
        })

        await test.step('a personal call: calling, the banner, the call, its options, the outcome', async () => {
          await callFromProfile(aiko, t, benId)
          await expect(banner(ben, t)).toBeVisible()
          await expectFit(ben, 'banner')
          await accept(ben, t)
          await unmute(ben, t)
          await expect(videoOf(aiko, t, `Ben ${LONG_NAME}`)).toBeVisible()
          await expectFit(aiko, 'call')
          await press(aiko, t, 'calls.more')
          await expect(dialogOf(aiko)).toBeVisible()
          await expectFit(aiko, 'options')
          await closeDialog()
          await press(aiko, t, 'calls.end')
          await expect(ben.page.getByText(t('calls.outcome.ended'))).toBeVisible()
          await ben.page.waitForURL(/\/feeds$/)
        })

        await test.step('a group call of three, and the members to add', async () => {
          await startGroupCall(aiko, t, ['Ben', 'Chika'])
          await expect(banner(chika, t, 'incomingGroup')).toBeVisible()
          await expectFit(aiko, 'group call, ringing')
          await accept(ben, t, 'incomingGroup')
          await accept(chika, t, 'incomingGroup')
          await unmute(ben, t)
          await expect(videoOf(aiko, t, `Ben ${LONG_NAME}`)).toBeVisible()
          await expectFit(aiko, 'group call')
          await press(aiko, t, 'calls.addMembers')
          await expect(dialogOf(aiko)).toBeVisible()
          await expectFit(aiko, 'members to add')
          await closeDialog()
          for (const person of [ben, aiko]) await press(person, t, 'calls.end')
        })

        await test.step('lists with rows, and all calls with one user', async () => {
          await aiko.open('/calls')
          await expect(page.getByRole('listitem').filter({ hasText: 'Ben' })).toBeVisible()
          await expectAccessible(aiko, 'group calls')
          await page.getByRole('tab', { name: t('calls.personal') }).click()
          await page.getByRole('button', { name: t('calls.earlier', { name: `Ben ${LONG_NAME}` }) }).click()
          await expect(dialogOf(aiko).getByRole('listitem')).toHaveCount(1)
          await expectAccessible(aiko, 'all calls with one user')
        })
      },
    )
