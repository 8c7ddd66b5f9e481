import { expect, type Locator } from '@playwright/test'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { callRoutes } from '@noroshi/contract/calls/calls.http'
import { CALL_OTHERS_MAX, CALL_PAGE } from '@noroshi/contract/limits'
import { fetchOk } from '../fixtures/servers/api.ts'
import { banner, press, userIdOf } from '../fixtures/scenes/calls.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { dialogOf } from '../fixtures/checks/screen.ts'
import { textsIn } from '../fixtures/texts.ts'

const en = textsIn('en')
/** More than one page, less than two. */
const CALLS = CALL_PAGE + 5

/** Scrolls the pane of these rows to a share of its height, which must be below the end. */
const scrollTo = (rows: Locator, share: number) =>
  rows.first().evaluate((row, part) => {
    let pane = row.parentElement
    while (pane && !['auto', 'scroll'].includes(getComputedStyle(pane).overflowY)) pane = pane.parentElement
    pane?.scrollTo({ top: pane.scrollHeight * part - pane.clientHeight, behavior: 'instant' })
  }, share)

test(
  'the history loads more calls before its end is reached, and a call of a group takes three members at most',
  onlyLong(),
  async ({ signedIn, otherDevice }) => {
    const aiko = await signedIn('Aiko')
    const others: Person[] = []
    for (const name of ['Ben', 'Chika', 'Dai', 'Emi']) others.push(await signedIn(name, { browserOf: aiko }))
    const ids = await Promise.all(others.map(userIdOf))
    const [benId = '', chikaId = ''] = ids
    const { page } = aiko

    await test.step('all calls with one user', async () => {
      for (let made = 0; made < CALLS; made++) {
        const { sessions } = await fetchOk(aiko, callRoutes.startPersonal, { body: { ReceiverId: benId, location: null } })
        await fetchOk(aiko, callRoutes.leave, { body: { callSessionIds: sessions.map(({ id }) => id) } })
      }
      await aiko.open('/calls')
      await press(aiko, en, 'calls.earlier', { name: 'Ben' })
      const rows = dialogOf(aiko).getByRole('listitem')
      await expect(rows).toHaveCount(CALL_PAGE)
      await scrollTo(rows, 0.8)
      await expect(rows).toHaveCount(CALLS)
      await page.keyboard.press('Escape')
    })

    await test.step('group calls', async () => {
      // Each call ends the one before.
      for (let made = 0; made < CALLS; made++)
        await fetchOk(aiko, callRoutes.startGroup, { body: { receiverUserIds: [benId, chikaId], location: null } })
      await page.getByRole('tab', { name: en('calls.groups') }).click()
      const rows = page.getByRole('tabpanel').getByRole('listitem')
      await expect(rows).toHaveCount(CALL_PAGE)
      await scrollTo(rows, 0.6)
      await expect(rows).toHaveCount(CALL_PAGE)
      await scrollTo(rows, 0.8)
      await expect(rows).toHaveCount(CALLS)
    })

    await test.step('a call of a group chat: at three members the others cannot be selected', async () => {
      const { id } = await fetchOk(aiko, threadRoutes.createGroup, {
        body: { name: 'Hillside Watch', description: '', recipients: ids },
      })
      await aiko.open(`/messages/${id}`)
      await press(aiko, en, 'calls.groupCall')
      const boxes = dialogOf(aiko).getByRole('checkbox')
      await expect(boxes).toHaveCount(ids.length)
      for (let index = 0; index < CALL_OTHERS_MAX; index++) await boxes.nth(index).check()
      await expect(boxes.nth(CALL_OTHERS_MAX)).toBeDisabled()
      await boxes.nth(0).uncheck()
      await expect(boxes.nth(CALL_OTHERS_MAX)).toBeEnabled()
      await boxes.nth(1).uncheck()
      await boxes.nth(2).uncheck()
    })

    await test.step('a device that signs in while a call rings shows the call', async () => {
      const [ben] = others
      if (!ben) throw new Error('a user is missing')
      await ben.openLive('/feeds')
      await fetchOk(aiko, callRoutes.startPersonal, { body: { ReceiverId: benId, location: null } })
      await expect(banner(ben, en)).toBeVisible()
      await expect(banner(await otherDevice(ben, { browserOf: aiko }), en)).toBeVisible()
    })
  },
)
