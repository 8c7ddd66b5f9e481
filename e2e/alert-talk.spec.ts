import { expect } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { asks } from './fixtures/api.ts'
import { isClean } from './fixtures/axe.ts'
import { test } from './fixtures/journey.ts'
import { wordsIn } from './fixtures/words.ts'

const words = wordsIn('en')
/** More than a phone shows. */
const LINES = 20

test('who reads the talk of an alert is taken along at its end, and told above it of what is new, on every visit', async ({
  signedIn,
}) => {
  const aiko = await signedIn('Aiko')
  const ben = await signedIn('Ben')
  const { page } = ben
  const { id: alertId } = await asks(aiko, alertRoutes.raise, { body: { textContent: 'The bridge is under water' } })
  const says = (text: string) => asks(aiko, alertRoutes.sendMessage, { body: { alertId, text } })
  for (let line = 1; line <= LINES; line++) await says(`Line ${line}`)
  const log = page.getByRole('log')
  const news = page.getByRole('button', { name: words('alerts.chat.newBelow') })

  await test.step('Ben opens it above the talk: he stays there, is told, and goes to its end', async () => {
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: words('alerts.responding') })
      .click()
    await expect(log.getByText(`Line ${LINES}`)).toBeAttached()
    await says('The water rises')
    await expect(news).toBeInViewport()
    await expect(log.getByText('The water rises')).not.toBeInViewport()
    await isClean(ben, 'news below')
    await news.press('Enter')
    await expect(log.getByText('The water rises')).toBeInViewport()
    await expect(news).toBeHidden()
    await expect(log).toBeFocused()
  })
  await test.step('at the end he is taken along', async () => {
    await says('The school is open')
    await expect(log.getByText('The school is open')).toBeInViewport()
    await expect(news).toBeHidden()
  })
  await test.step('back from home he is where he was, and taken along again', async () => {
    await page.goBack()
    await expect(log).toBeHidden()
    await page.goForward()
    await expect(log.getByText('The school is open')).toBeInViewport()
    await says('All are there')
    await expect(log.getByText('All are there')).toBeInViewport()
  })
  await test.step('he opens it anew, above the talk that is known by now, and is told', async () => {
    await page.getByRole('button', { name: words('chrome.back') }).click()
    await page
      .getByRole('navigation', { name: words('chrome.main') })
      .getByRole('link', { name: words('alerts.title') })
      .click()
    await page.getByRole('listitem').getByRole('link').first().click()
    await expect(log.getByText('All are there')).toBeAttached()
    await says('The water falls')
    await expect(news).toBeInViewport()
    await expect(log.getByText('The water falls')).not.toBeInViewport()
  })
})
