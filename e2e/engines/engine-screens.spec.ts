import { expect } from '@playwright/test'
import { layoutFaults } from '../fixtures/checks/layout.ts'
import { createLongContent } from '../fixtures/checks/long-content.ts'
import { longScreens, type Screen, visitorScreens } from '../fixtures/checks/screens.ts'
import { CHECKED_SCREENS, checkedScreens } from '../fixtures/long.ts'
import { textsIn } from '../fixtures/texts.ts'
import type { Device } from './device.ts'
import { test } from './engine-journey.ts'

const en = textsIn('en')
const softly = expect.configure({ soft: true })

/** Opens a screen, and checks that its content is shown and fits the window. */
async function checkScreen(device: Device, { path, shows, tab, button, search }: Screen): Promise<void> {
  const { screen } = device
  const at = `${path} ${tab ?? button ?? search ?? ''}`
  await device.open(path)
  if (tab !== undefined) await screen.getByRole('tab', { name: tab }).click()
  if (button !== undefined) await screen.getByRole('button', { name: button, exact: true }).click()
  if (search !== undefined) await screen.getByLabel(en('messages.search')).first().fill(search)
  await softly.poll(() => screen.getByText(shows).count(), { message: at, timeout: 30_000 }).toBeGreaterThan(0)
  await softly.poll(() => layoutFaults(device), { message: at }).toEqual([])
}

test(`screens with long content open without an error of the console and fit the narrowest window (${CHECKED_SCREENS})`, async ({
  server,
  user,
  visitor,
  deviceOf,
}) => {
  test.setTimeout(600_000)
  const kenji = await user('Kenji', new URL(server.setupLink).searchParams.get('setup') ?? '')
  const content = await createLongContent(server.url, kenji.accessToken)
  const device = await deviceOf(kenji, 'Kenji')
  for (const screen of checkedScreens(longScreens(content, en))) await checkScreen(device, screen)

  const guest = await visitor()
  for (const screen of checkedScreens(visitorScreens(content, en))) await checkScreen(guest, screen)
})
