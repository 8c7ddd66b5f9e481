import { expect } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { chatOf } from '../fixtures/scenes/chat.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { test } from '../fixtures/journey.ts'
import type { Person } from '../fixtures/person.ts'
import { textsIn } from '../fixtures/texts.ts'
import { onlyLong } from '../fixtures/long.ts'

const en = textsIn('en')
const ja = textsIn('ja')

const QUESTION = 'Who takes the night shift?'
const poll = (person: Person) => chatOf(person).locator('[data-line]').filter({ hasText: QUESTION }).locator('[data-poll]')

test(
  'members of a group vote in a poll, change the vote without a connection, see who voted, and its author closes it',
  onlyLong(),
  async ({ signedIn }) => {
    const aiko = await signedIn('Aiko', { wide: true })
    const ben = await signedIn('Ben', { language: 'ja' })
    const { id: benId } = await fetchOk(ben, accountRoutes.me)
    const { id } = await fetchOk(aiko, threadRoutes.createGroup, { body: { name: 'Night watch', recipients: [benId] } })
    await aiko.open(`/messages/${id}`)
    await ben.openLive(`/messages/${id}`)

    await test.step('Aiko creates a poll by keyboard; an empty option is left out', async () => {
      const { page } = aiko
      await page.getByRole('button', { name: en('messages.attach') }).click()
      await page.getByRole('menuitem', { name: en('messages.attach.poll') }).click()
      await expect(page.getByRole('textbox', { name: en('messages.poll.question') })).toBeFocused()
      await page.keyboard.type(QUESTION)
      await page.getByRole('button', { name: en('messages.poll.create') }).click()
      await expect(page.getByText(en('messages.poll.tooFewOptions'))).toBeVisible()
      await expect(page.getByRole('textbox', { name: en('messages.poll.option', { number: 1 }) })).toBeFocused()
      for (const name of ['Aiko', 'Ben', 'Aiko']) await page.keyboard.type(`${name}\n`)
      await page.getByRole('button', { name: en('messages.poll.create') }).click()
      await expect(page.getByText(en('messages.poll.sameOption'))).toBeVisible()
      await page.getByRole('button', { name: en('messages.poll.removeOption', { number: 3 }) }).click()
      await expectAccessible(aiko, 'form of a poll')
      await page.getByRole('button', { name: en('messages.poll.create') }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(poll(ben).getByRole('radio')).toHaveText(['Aiko0', 'Ben0'])
    })

    await test.step('Ben votes by touch and Aiko by keyboard; both see it', async () => {
      await poll(ben).getByRole('radio', { name: 'Ben、0票' }).click()
      const own = poll(aiko).getByRole('radio', { name: /^Aiko/ })
      await own.focus()
      await aiko.page.keyboard.press('ArrowDown')
      await aiko.page.keyboard.press('Space')
      await expect(poll(ben).getByRole('radio', { name: 'Ben、2票' })).toBeChecked()
      await expect(poll(aiko).getByRole('radio', { name: 'Ben, 2 votes' })).toBeChecked()
      await expectAccessible(ben, 'poll')
      await expectAccessible(aiko, 'poll')
    })

    await test.step('without a connection, Ben changes his vote; it shows at once and reaches Aiko later', async () => {
      await ben.goOffline()
      await poll(ben).getByRole('radio', { name: /^Aiko/ }).click()
      await expect(poll(ben).getByRole('radio', { name: 'Aiko、1票' })).toBeChecked()
      await expect(poll(aiko).getByRole('radio', { name: 'Aiko, 0 votes' })).toBeVisible()
      await ben.goOnline()
      await expect(poll(aiko).getByRole('radio', { name: 'Aiko, 1 vote' })).toBeVisible()
    })

    await test.step('Aiko sees who voted for what', async () => {
      await poll(aiko)
        .getByRole('button', { name: en('messages.poll.voters', { count: 2 }) })
        .click()
      const dialog = aiko.page.getByRole('dialog')
      await expect(dialog.getByRole('listitem')).toHaveText([/Ben/, /Aiko/])
      await expectAccessible(aiko, 'votes of a poll')
      await aiko.page.keyboard.press('Escape')
    })

    await test.step('the list and the search show its question', async () => {
      await expect(aiko.page.getByRole('link', { name: 'Night watch' })).toContainText(QUESTION)
      await aiko.page.getByRole('searchbox', { name: en('messages.search') }).fill('shift ben')
      await expect(aiko.page.getByRole('list', { name: en('messages.foundMessages') }).getByRole('link')).toContainText(QUESTION)
      await aiko.page.keyboard.press('Escape')
    })

    await test.step('Ben has no button that closes it; Aiko closes it after a question', async () => {
      await expect(poll(ben).getByRole('button', { name: ja('messages.poll.close') })).toHaveCount(0)
      await poll(aiko)
        .getByRole('button', { name: en('messages.poll.close') })
        .click()
      await aiko.page
        .getByRole('dialog')
        .getByRole('button', { name: en('messages.poll.close') })
        .click()
      await expect(poll(ben).getByText(ja('messages.poll.closed'))).toBeVisible()
      for (const option of await poll(ben).getByRole('radio').all()) await expect(option).toBeDisabled()
      await expectAccessible(ben, 'closed poll')
    })
  },
)
