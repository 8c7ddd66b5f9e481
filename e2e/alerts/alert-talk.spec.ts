import { expect } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { textsIn } from '../fixtures/texts.ts'

const t = textsIn('en')
/** More lines than a phone shows. */
const LINES = 20

test(
  'the chat of an alert follows new messages at its end and reports them above its end, on every visit',
  onlyLong(),
  async ({ signedIn }) => {
    const aiko = await signedIn('Aiko')
    const ben = await signedIn('Ben')
    const { page } = ben
    const { id: alertId } = await fetchOk(aiko, alertRoutes.raise, { body: { textContent: 'The bridge is under water' } })
    const says = (text: string) => fetchOk(aiko, alertRoutes.sendMessage, { body: { alertId, text } })
    for (let line = 1; line <= LINES; line++) await says(`Line ${line}`)
    const log = page.getByRole('log')
    const news = page.getByRole('button', { name: t('messages.newBelow') })

    await test.step('Ben opens it above the chat, stays there, gets a notice and goes to its end', async () => {
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('alerts.responding') })
        .click()
      await expect(log.getByText(`Line ${LINES}`, { exact: true })).toBeAttached()
      await says('The water rises')
      await expect(news).toBeInViewport()
      await expect(log.getByText('The water rises')).not.toBeInViewport()
      await expectAccessible(ben, 'news below')
      await news.press('Enter')
      await expect(log.getByText('The water rises')).toBeInViewport()
      await expect(news).toBeHidden()
      await expect(page.getByRole('group', { name: t('alerts.chat') })).toBeFocused()
    })
    await test.step('at the end it follows new messages', async () => {
      await says('The school is open')
      await expect(log.getByText('The school is open')).toBeInViewport()
      await expect(news).toBeHidden()
    })
    await test.step('after a visit to home Ben is at the same position, and it follows new messages again', async () => {
      await page.goBack()
      await expect(log).toBeHidden()
      await page.goForward()
      await expect(log.getByText('The school is open')).toBeInViewport()
      await says('All are there')
      await expect(log.getByText('All are there')).toBeInViewport()
    })
    await test.step('Ben opens it again above the cached chat and gets a notice', async () => {
      await page.getByRole('button', { name: t('chrome.back') }).click()
      await page
        .getByRole('navigation', { name: t('chrome.main') })
        .getByRole('link', { name: t('alerts.title') })
        .click()
      await page.getByRole('listitem').getByRole('link').first().click()
      await expect(log.getByText('All are there')).toBeAttached()
      await says('The water falls')
      await expect(news).toBeInViewport()
      await expect(log.getByText('The water falls')).not.toBeInViewport()
    })
  },
)
