import { expect } from '@playwright/test'
import { textsIn } from '../fixtures/texts.ts'
import { PASSWORD } from '../fixtures/person.ts'
import { expectPath, expectShown, test } from './engine-journey.ts'

const en = textsIn('en')
const ja = textsIn('ja')

test('the application starts at / and at /login, a user signs in, changes the language and signs out', async ({
  user,
  visitor,
}) => {
  const chie = await user('Chie')
  const device = await visitor()
  const { screen } = device

  await test.step('home starts for a visitor, and another screen opens from it', async () => {
    await device.open('/')
    await expectShown(screen.getByRole('button', { name: en('alerts.sos.hold') }))
    await screen
      .getByRole('navigation')
      .getByRole('link', { name: en('feeds.title') })
      .first()
      .click()
    await expectPath(device, /^\/feeds$/)
    await expectShown(screen.getByText(en('feeds.none')))
  })
  await test.step('the login starts, and Chie signs in', async () => {
    await device.open('/login')
    await screen.getByRole('textbox', { name: en('accounts.email') }).fill(chie.email)
    await screen.getByLabel(en('accounts.password'), { exact: true }).fill(PASSWORD)
    await screen.getByRole('button', { name: en('accounts.login') }).click()
    await expectPath(device, /^\/$/)
  })
  await test.step('she changes the language', async () => {
    await screen.getByRole('banner').getByRole('button', { name: /Chie/ }).click()
    await screen.getByText(en('chrome.language')).click()
    await screen.getByRole('menuitemradio', { name: '日本語' }).click()
    await expectShown(screen.getByRole('button', { name: ja('alerts.sos.hold') }))
    await expect.poll(() => device.evaluate(() => document.documentElement.lang)).toBe('ja')
    await device.reload()
    await expectShown(screen.getByRole('button', { name: ja('alerts.sos.hold') }))
  })
  await test.step('she signs out', async () => {
    await screen.getByRole('banner').getByRole('button', { name: /Chie/ }).click()
    await screen.getByText(ja('accounts.logout')).click()
    await screen
      .getByRole('dialog')
      .getByRole('button', { name: ja('chrome.confirm') })
      .click()
    await expectPath(device, /^\/login$/)
    expect(await device.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  })
})
