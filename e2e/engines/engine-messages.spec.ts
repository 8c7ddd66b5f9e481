import { expect } from '@playwright/test'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import { type Message, messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { pollRoutes } from '@noroshi/contract/messaging/polls.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { textsIn } from '../fixtures/texts.ts'
import type { Device, Part } from './device.ts'
import { expectShown, test } from './engine-journey.ts'
import { onlyLong } from '../fixtures/long.ts'

const en = textsIn('en')

const line = ({ screen }: Device, seq: number): Part => screen.locator(`[data-seq="${seq}"]`)

/** Opens the menu of a message by keyboard and clicks one of its items. */
async function clickItem(device: Device, seq: number, name: string): Promise<void> {
  await line(device, seq).waitFor()
  await line(device, seq).evaluate((element) => element.focus())
  await device.press('Enter')
  await device.screen.getByRole('menuitem', { name, exact: true }).click()
}

async function write(device: Device, label: string, text: string): Promise<void> {
  await device.screen.getByRole('textbox', { name: label }).fill(text)
  await device.press('Enter')
}

test(
  'in a group, a user replies, reacts, edits, deletes, pins and votes, and sees what another member does',
  onlyLong(),
  async ({ user, deviceOf }) => {
    const [aiko, ben] = await Promise.all([user('Aiko'), user('Ben')])
    const { id } = await aiko.call(threadRoutes.createGroup, { body: { name: 'Night watch', recipients: [ben.id] } })
    const send = (body: object) => ben.call(messageRoutes.send, { body: { messageThreadId: id, text: '', ...body } })
    const first = await send({ text: 'Who brings water?' })
    const shownToBen = async (seq: number): Promise<Message | undefined> => {
      const { items } = await ben.call(messageRoutes.list, { params: { id } })
      return items.find((message) => message.seq === seq)
    }
    const device = await deviceOf(aiko, 'Aiko')
    const { screen } = device
    await device.open(`/messages/${id}`)

    await test.step('Aiko replies, and Ben’s edit is in the quote', async () => {
      await clickItem(device, 1, en('messages.reply'))
      await expectShown(screen.getByText(en('messages.replyTo', { name: 'Ben' })))
      await write(device, en('messages.write'), 'I do')
      await expect.poll(() => shownToBen(2)).toMatchObject({ text: 'I do', quote: { text: 'Who brings water?' } })
      await ben.call(messageChangeRoutes.edit, { params: { id: first.id }, body: { text: 'Who brings food?' } })
      await expectShown(line(device, 2).getByRole('button', { name: /Who brings food/ }))
      await expectShown(line(device, 1).getByRole('button', { name: en('messages.edited') }))
    })

    await test.step('Aiko reacts by the menu, which opens again by the same key, and Ben reacts too', async () => {
      await clickItem(device, 1, en('messages.reactWith', { emoji: '🙏' }))
      await expect.poll(() => shownToBen(1)).toMatchObject({ reactions: [{ emoji: '🙏', count: 1 }] })
      await ben.call(messageChangeRoutes.react, { params: { id: first.id }, body: { emoji: '🙏' } })
      const both = { name: en('messages.reactionOf', { emoji: '🙏', count: 2 }) }
      await expectShown(line(device, 1).getByRole('button', both))
      await clickItem(device, 1, en('messages.pinMessage'))
      await expectShown(screen.getByRole('button', { name: new RegExp(en('messages.pinnedOne')) }))
    })

    await test.step('Aiko edits her message, and deletes it after a question', async () => {
      await clickItem(device, 2, en('messages.edit'))
      await write(device, en('messages.editing'), 'I do, at six')
      await expect.poll(() => shownToBen(2)).toMatchObject({ text: 'I do, at six' })
      await clickItem(device, 2, en('messages.delete'))
      await screen
        .getByRole('dialog')
        .getByRole('button', { name: en('chrome.delete') })
        .click()
      await expectShown(line(device, 2).getByText(en('messages.deletedByMe')))
      await expect.poll(() => shownToBen(2)).toMatchObject({ text: '', deletion: {} })
    })

    await test.step('Aiko votes in a poll, and sees the vote of Ben', async () => {
      const options = ['Harbour', 'Lighthouse']
      const poll = await send({ text: 'Where do we meet?', poll: { options, isMultiple: false, closesAt: null } })
      const option = (count: number) =>
        line(device, 3).getByRole('radio', { name: en('messages.poll.votesOf', { option: 'Lighthouse', count }) })
      await option(0).click()
      await expectShown(option(1))
      await ben.call(pollRoutes.vote, { params: { id: poll.id }, body: { optionIds: [1] } })
      await expectShown(option(2))
      await ben.call(messageChangeRoutes.delete, { params: { id: first.id } })
      await expectShown(line(device, 1).getByText(en('messages.deletedBy', { name: 'Ben' })))
    })
  },
)
