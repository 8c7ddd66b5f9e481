import { expect } from '@playwright/test'
import { accept, callFromProfile, press, userIdOf } from '../fixtures/scenes/calls.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { textsIn } from '../fixtures/texts.ts'

const t = textsIn('en')

// Only in a network without a default route, as in `npm run test:long`, does a browser need the permission to connect.
test(
  'a call connects when its people allow the microphone, also in a network without a route',
  onlyLong(),
  async ({ signedIn }) => {
    const aiko = await signedIn('Aiko')
    const ben = await signedIn('Ben', { wide: true })
    await ben.openLive('/feeds')
    await callFromProfile(aiko, t, await userIdOf(ben))
    await accept(ben, t)
    await aiko.page.waitForTimeout(3_000) // the browser has looked for addresses
    for (const person of [aiko, ben]) {
      await person.context.grantPermissions(['microphone'])
      await press(person, t, 'calls.unmute')
    }
    await expect(aiko.page.getByRole('timer')).toBeVisible({ timeout: 20_000 })
    await press(aiko, t, 'calls.end')
    await expect(ben.page).toHaveURL(/\/feeds/)
  },
)
