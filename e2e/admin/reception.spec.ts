import { expect, type Page } from '@playwright/test'
import type { Language } from '@noroshi/contract/i18n'
import { placeRoutes } from '@noroshi/contract/places/places.http'
import { dependantRoutes } from '@noroshi/contract/reception/dependants.http'
import { shelterStaffRoutes } from '@noroshi/contract/reception/shelter-staff.http'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { userIdOf } from '../fixtures/scenes/calls.ts'
import { button } from '../fixtures/servers/administration.ts'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { textsIn } from '../fixtures/texts.ts'

const shelter = { kind: 'shelter', name: '若葉小学校', capacity: 300, latitude: 38.26, longitude: 140.87 } as const

/** Gives a page a camera that shows the picture of the last `showToCamera`. */
const addCamera = ({ context }: Person) =>
  context.addInitScript(() => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 640, height: 480 })
    const paint = canvas.getContext('2d')
    Object.assign(window, {
      async showToCamera(url: string) {
        const picture = new Image()
        picture.src = url
        await picture.decode()
        paint?.fillRect(0, 0, 640, 480)
        paint?.drawImage(picture, 140, 60, 360, 360)
      },
    })
    setInterval(() => paint?.fillRect(0, 0, 1, 1), 100) // each frame of a canvas is one that changed
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10)
  })

const showToCamera = (page: Page, picture: Buffer) =>
  page.evaluate(
    (url) => (window as unknown as { showToCamera: (url: string) => Promise<void> }).showToCamera(url),
    ['data:image/png;base64', picture.toString('base64')].join(','),
  )

for (const [language, scheme, wide] of [
  ['ja', 'light', false],
  ['en', 'dark', true],
] satisfies [Language, 'light' | 'dark', boolean][]) {
  const t = textsIn(language)

  test(
    `a desk receives a household by QR codes and a person without an account, and sees the headcount (${language})`,
    onlyLong(language === 'en'),
    async ({ server, signedIn, visitor }) => {
      const admin = await createAdministrator(server, visitor, { language, scheme })
      const aiko = await signedIn('Aiko', { language, scheme })
      const desk = await signedIn('Ben', { language, scheme, wide })
      const { page } = desk
      const { id: placeId } = await fetchOk(admin, placeRoutes.create, { body: shelter })
      await fetchOk(admin, shelterStaffRoutes.set, {
        params: { placeId, userId: await userIdOf(desk) },
        body: { role: 'manager' },
      })
      for (const name of ['空', '海', '陸'])
        await fetchOk(aiko, dependantRoutes.create, { body: { kind: 'child', name, birthYear: 2020 } })
      let taps = 0
      const tap = async (name: string) => {
        taps++
        await button(page, name).click()
      }
      const { code } = await fetchOk(aiko, dependantRoutes.own)
      const count = (label: string) =>
        page
          .locator('dl > div')
          .filter({ has: page.getByText(label, { exact: true }) })
          .locator('dd')

      await test.step('the administrator sees who has a role', async () => {
        await admin.open('/admin/shelters')
        await expect(admin.page.getByText('Ben')).toBeVisible()
        await expectAccessible(admin, 'the staff of shelters')
      })
      const picture = await test.step('Aiko shows the QR code of the profile', async () => {
        await aiko.open('/user/me')
        const qr = aiko.page.getByRole('img', { name: t('household.qr', { code }) })
        await expect(qr).toBeVisible()
        await expectAccessible(aiko, 'the own profile with a QR code')
        return qr.screenshot()
      })
      await test.step('the desk reads it by the camera, and receives four people by two presses', async () => {
        await addCamera(desk)
        await desk.open('/shelters')
        await page.getByRole('link', { name: shelter.name }).click()
        await tap(t('reception.scan'))
        await showToCamera(page, picture)
        await expect(page.getByRole('checkbox')).toHaveCount(4)
        await expectAccessible(desk, 'a desk with a household')
        await tap(t('reception.receive', { count: 4 }))
        await expect(page.getByText(t('reception.received', { count: 4 }))).toBeVisible()
        expect(taps).toBeLessThanOrEqual(6)
        await button(page, t('reception.scanStop')).click()
      })
      await test.step('the desk adds a person by five fields', async () => {
        await button(page, t('reception.addGuest')).click()
        const form = page.getByRole('dialog', { name: t('reception.editGuest') })
        await form.getByRole('textbox', { name: t('reception.name'), exact: true }).fill('鈴木 一郎')
        await form.getByRole('textbox', { name: t('reception.kana') }).fill('スズキ イチロウ')
        await form.getByRole('textbox', { name: t('reception.birthYear') }).fill('1948')
        await form.getByRole('textbox', { name: t('reception.address') }).fill('若葉町1-2')
        await form.getByRole('textbox', { name: t('reception.needsNote') }).fill('心臓の薬')
        await form.getByRole('checkbox', { name: t('reception.need.medicine') }).click()
        await form.getByRole('radio', { name: t('reception.sex.male'), exact: true }).click()
        await expectAccessible(desk, 'the form of a person')
        await form.getByRole('button', { name: t('chrome.save') }).click()
        await button(page, t('reception.receive', { count: 1 })).click()
        await expect(page.getByText(t('reception.received', { count: 1 }))).toBeVisible()
      })
      await test.step('the headcount has five people in two households', async () => {
        await page.getByRole('tab', { name: t('reception.headcount') }).click()
        await expect(count(t('reception.mode.inside'))).toHaveText('5')
        await expect(count(t('reception.householdsInside'))).toHaveText('2')
        await expect(page.getByRole('row', { name: t('reception.ageOver') })).toContainText('1')
        await expectAccessible(desk, 'the headcount')
      })
      await test.step('one person leaves, and the headcount follows', async () => {
        await page.getByRole('tab', { name: t('reception.register') }).click()
        await page.getByRole('searchbox').fill('すずき')
        await expect(page.getByRole('listitem')).toHaveCount(1)
        await expectAccessible(desk, 'the register')
        await button(page, t('reception.details', { name: '鈴木 一郎' })).click()
        const person = page.getByRole('dialog', { name: '鈴木 一郎' })
        await expect(person.getByText(t('reception.stays'))).toBeVisible()
        await expectAccessible(desk, 'a person of the register')
        await page.keyboard.press('Escape')
        await button(page, t('reception.leaveOf', { name: '鈴木 一郎' })).click()
        await expect(page.getByText(t('reception.leaveDone', { name: '鈴木 一郎' }))).toBeVisible()
        await page.getByRole('tab', { name: t('reception.headcount') }).click()
        await expect(count(t('reception.mode.inside'))).toHaveText('4')
      })
    },
  )
}
