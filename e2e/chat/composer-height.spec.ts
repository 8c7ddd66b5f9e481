import { expect } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { fetchOk } from '../fixtures/servers/api.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { textsIn } from '../fixtures/texts.ts'

const en = textsIn('en')
/** Max height of the field in pixels (shared/chat/composer.module.css). */
const HIGHEST = 140

test(
  'without support of field-sizing, the message field grows with its text and shrinks after sending',
  onlyLong(),
  async ({ signedIn }) => {
    const aiko = await signedIn('Aiko')
    const { page } = aiko
    const { id, alertMessageThread } = await fetchOk(aiko, alertRoutes.raise, {
      body: { textContent: 'The bridge is under water' },
    })
    await page.addInitScript(() => {
      const supports = CSS.supports.bind(CSS) as (...args: string[]) => boolean
      CSS.supports = (...args: string[]) => args[0] !== 'field-sizing' && supports(...args)
    })
    await aiko.open(`/alerts/${id}/messages/${alertMessageThread.MessageThreadId}`)
    const field = page.getByRole('textbox', { name: en('alerts.chat.write') })
    await field.evaluate((element) => element.style.setProperty('field-sizing', 'fixed'))
    const heightOf = async () => (await field.boundingBox())?.height ?? 0

    const oneLine = await heightOf()
    await field.fill('one\ntwo\nthree')
    const threeLines = await heightOf()
    expect(threeLines).toBeGreaterThan(oneLine + 40)
    expect(threeLines).toBeLessThanOrEqual(HIGHEST)
    await field.fill('line\n'.repeat(20))
    expect(await heightOf()).toBe(HIGHEST)
    await field.fill('a message that takes two lines on a phone, since it is longer than one')
    expect(await heightOf()).toBeGreaterThan(oneLine)
    await page.keyboard.press('Enter')
    await expect.poll(heightOf).toBe(oneLine)
  },
)
