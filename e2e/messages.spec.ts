import { expect } from '@playwright/test'
import { MESSAGE_MAX } from '@noroshi/contract/limits'
import { isClean } from './fixtures/axe.ts'
import { beginsChat, bubble, chatOf, field, opensThread, picks, writes } from './fixtures/chat.ts'
import { test } from './fixtures/journey.ts'
import type { Person } from './fixtures/person.ts'
import { type Words, wordsIn } from './fixtures/words.ts'

const en = wordsIn('en')
const ja = wordsIn('ja')

/** The number at the messages of the navigation. */
const badge = ({ page }: Person, words: Words) =>
  page.getByRole('navigation', { name: words('chrome.main') }).getByRole('link', { name: words('messages.title') })

async function openMenu({ page }: Person, words: Words, name: string): Promise<void> {
  await page.getByRole('button', { name: words('messages.menuOf', { name }) }).click()
}

test('two people begin to talk: asked, accepted, typing, delivered, seen, blocked and taken back', async ({ signedIn }) => {
  const aiko = await signedIn('Aiko', { wide: true })
  const ben = await signedIn('Ben', { scheme: 'dark' })

  await test.step('Aiko has no chats yet, finds Ben and writes to him', async () => {
    await aiko.open('/messages')
    await expect(aiko.page.getByRole('heading', { name: en('messages.noPersonal') })).toBeVisible()
    await isClean(aiko, 'no chats yet')
    await beginsChat(aiko, en, 'Ben')
    await expect(aiko.page.getByRole('heading', { name: en('messages.begin') })).toBeVisible()
    await writes(aiko, en, 'Are you safe? https://example.org/map')
    await expect(bubble(aiko, 'Are you safe?')).toContainText(en('messages.delivered'))
    const link = chatOf(aiko).getByRole('link', { name: 'https://example.org/map' })
    await expect(link).toHaveAttribute('rel', /noopener/)
    await expect(chatOf(aiko).getByText(en('chrome.today'))).toBeVisible()
  })

  await test.step('Ben is told by the badge; what he reads before he accepts is not seen', async () => {
    await expect(badge(ben, en)).toContainText('1')
    await opensThread(ben, en, 'Aiko')
    await expect(ben.page.getByText(en('messages.undecided', { name: 'Aiko' }))).toBeVisible()
    await isClean(ben, 'asked to talk')
    await expect(chatOf(ben).getByText('Are you safe?')).toBeVisible()
    await expect(bubble(aiko, 'Are you safe?')).not.toContainText(en('messages.seen'))
    await ben.page.getByRole('button', { name: en('messages.accept') }).click()
    await expect(bubble(aiko, 'Are you safe?')).toContainText(en('messages.seen'))
  })

  await test.step('Ben types, which Aiko sees, and answers', async () => {
    await field(ben, en).pressSequentially('We are')
    await expect(aiko.page.getByText(en('messages.typing.one', { first: 'Ben' }))).toBeVisible()
    await ben.page.keyboard.press('Shift+Enter')
    await field(ben, en).pressSequentially('all at the school')
    await ben.page.keyboard.press('Enter')
    await expect(bubble(aiko, 'all at the school')).toBeVisible()
    await expect(aiko.page.getByText(en('messages.typing.one', { first: 'Ben' }))).toBeHidden()
    await expect(bubble(ben, 'all at the school')).toContainText(en('messages.seen'))
    await isClean(aiko, 'chat beside the list')
    await isClean(ben, 'chat on a phone, by night')
  })

  await test.step('while Aiko is elsewhere, the badge counts; on return the new ones are marked', async () => {
    await aiko.openLive('/alerts')
    await writes(ben, en, 'There is soup')
    await expect(badge(aiko, en)).toContainText('1')
    await expect(aiko.page).toHaveTitle(/^\(1\) .*Noroshi$/)
    await expect(bubble(ben, 'There is soup')).toContainText(en('messages.delivered'))
    await opensThread(aiko, en, 'Ben')
    await expect(aiko.page.getByText(en('messages.new'), { exact: true })).toBeVisible()
    await expect(bubble(ben, 'There is soup')).toContainText(en('messages.seen'))
    await expect(badge(aiko, en)).not.toContainText('1')
    await expect(aiko.page).toHaveTitle('Ben · Noroshi')
  })

  await test.step('Ben blocks Aiko, who cannot write; unblocked, she can', async () => {
    await openMenu(ben, en, 'Aiko')
    await ben.page.getByRole('menuitem', { name: en('messages.block') }).click()
    await ben.page
      .getByRole('dialog')
      .getByRole('button', { name: en('messages.block') })
      .click()
    await expect(ben.page.getByText(en('messages.youBlocked', { name: 'Aiko' }))).toBeVisible()
    await expect(aiko.page.getByText(en('messages.theyBlocked', { name: 'Ben' }))).toBeVisible()
    await expect(field(aiko, en)).toBeHidden()
    await isClean(ben, 'blocked')
    await ben.page.getByRole('button', { name: en('messages.unblock') }).click()
    await writes(aiko, en, 'Thank you')
    await expect(bubble(ben, 'Thank you')).toBeVisible()
  })
})

test('the same in Japanese: kana that become kanji send nothing, too long a text is refused, two characters find it again', async ({
  signedIn,
}) => {
  const haruka = await signedIn('Haruka', { language: 'ja' })
  const ken = await signedIn('Ken', { language: 'ja', scheme: 'dark', wide: true })
  haruka.expects(/status of 404.*with-user/)

  await test.step('Haruka begins by the dialog; Ken, who is in a chat with her then, is not offered again', async () => {
    await haruka.open('/messages')
    await expect(haruka.page.getByRole('heading', { name: ja('messages.noPersonal') })).toBeVisible()
    await haruka.page.getByRole('button', { name: ja('messages.newChat') }).click()
    await expect(haruka.page.getByText(ja('people.start'))).toBeVisible()
    await isClean(haruka, 'new chat')
    await picks(haruka, 'Ken')
    await expect(field(haruka, ja)).toBeVisible()
    await haruka.open('/messages')
    await haruka.page.getByRole('button', { name: ja('messages.newChat') }).click()
    await haruka.page.getByRole('combobox').fill('Ken')
    await expect(haruka.page.getByText(ja('people.none'))).toBeVisible()
    await opensThread(haruka, ja, 'Ken')
  })

  await test.step('Enter belongs to the input method while it composes, in the order of Chrome and in that of Safari', async () => {
    await field(haruka, ja).fill('避難所に着きました')
    for (const init of [
      { key: 'Enter', isComposing: true, keyCode: 229 },
      { key: 'Enter', isComposing: false, keyCode: 229 },
    ]) {
      await field(haruka, ja).dispatchEvent('keydown', { ...init, bubbles: true, cancelable: true })
    }
    await expect(field(haruka, ja)).toHaveValue('避難所に着きました')
    await expect(chatOf(haruka).locator('[data-line]')).toHaveCount(0)
    await haruka.page.keyboard.press('Enter')
    await expect(bubble(haruka, '避難所に着きました')).toContainText(ja('messages.delivered'))
  })

  await test.step('more than the limit is refused, with a word', async () => {
    await field(haruka, ja).fill('あ'.repeat(MESSAGE_MAX))
    await field(haruka, ja).press('End')
    await field(haruka, ja).pressSequentially('い')
    await expect(haruka.page.getByText(ja('messages.tooLong', { max: MESSAGE_MAX }))).toBeVisible()
    expect((await field(haruka, ja).inputValue()).length).toBe(MESSAGE_MAX)
    await field(haruka, ja).fill('')
  })

  await test.step('Ken blocks at once, lets her in again and answers; both see it', async () => {
    await opensThread(ken, ja, 'Haruka')
    await ken.page.getByRole('button', { name: ja('messages.block') }).click()
    await expect(ken.page.getByText(ja('messages.youBlocked', { name: 'Haruka' }))).toBeVisible()
    await ken.page.getByRole('button', { name: ja('messages.unblock') }).click()
    await writes(ken, ja, '水もあります')
    await expect(bubble(haruka, '水もあります')).toBeVisible()
    await expect(bubble(ken, '水もあります')).toContainText(ja('messages.seen'))
    await isClean(ken, 'chat in Japanese, wide, by night')
  })

  await test.step('a long history comes as one scrolls up, and what one reads stays where it is', async () => {
    const messageThreadId = new URL(ken.page.url()).pathname.split('/').at(-1)
    const token = await ken.page.evaluate(() => localStorage.getItem('accessToken') ?? '')
    for (let number = 1; number <= 120; number++) {
      const { status } = await fetch(`${ken.url}/backend/api/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ messageThreadId, text: `連絡 ${number}` }),
      })
      expect(status).toBe(201)
    }
    await ken.page.reload()
    await expect(bubble(ken, '連絡 120')).toBeInViewport()
    const moved = await chatOf(ken).evaluate(async (log) => {
      const held = log.children.length
      const [line] = log.children
      const scroller = log.closest('[tabindex]')
      if (!line || !scroller) throw new Error('there is no chat')
      scroller.scrollTop = 300
      const { bottom } = line.getBoundingClientRect()
      while (log.children.length === held) await new Promise((resolve) => requestAnimationFrame(resolve))
      return line.getBoundingClientRect().bottom - bottom
    })
    expect(Math.abs(moved)).toBeLessThan(2)
  })

  await test.step('two characters find a message and open it in its thread, far above its end', async () => {
    await haruka.open('/messages')
    await haruka.page.getByRole('searchbox', { name: ja('messages.search') }).fill('避難')
    const found = haruka.page.getByRole('link', { name: /避難所に着きました/ })
    await expect(found.locator('mark')).toHaveText('避難')
    await expect(found).toContainText('Ken')
    await isClean(haruka, 'found messages')
    await found.click()
    await expect(bubble(haruka, '避難所に着きました')).toHaveAttribute('data-sought', 'true')
    await haruka.open('/messages')
    await haruka.page.getByRole('searchbox', { name: ja('messages.search') }).fill('海苔')
    await expect(haruka.page.getByText(ja('messages.searchNone'))).toBeVisible()
  })
})

test('a group of three from its creation to the last farewell', async ({ signedIn }) => {
  const aiko = await signedIn('Aiko')
  const ben = await signedIn('Ben', { wide: true })
  const chie = await signedIn('Chie', { scheme: 'dark' })
  const groups = (person: Person) => person.page.getByRole('tab', { name: en('messages.groups') })

  await test.step('Aiko makes it: a name that will do, then people', async () => {
    await aiko.open('/messages')
    await groups(aiko).click()
    await expect(aiko.page.getByRole('heading', { name: en('messages.noGroups') })).toBeVisible()
    await aiko.page.getByRole('button', { name: en('messages.newGroup') }).click()
    const dialog = aiko.page.getByRole('dialog')
    const next = dialog.getByRole('button', { name: en('messages.group.next') })
    await next.click()
    await expect(dialog.getByText(en('messages.group.nameRequired'))).toBeVisible()
    await dialog.getByRole('textbox', { name: en('messages.group.name') }).fill('ab')
    await next.click()
    await expect(dialog.getByText(en('messages.group.nameTooShort', { min: 3 }))).toBeVisible()
    await dialog.getByRole('textbox', { name: en('messages.group.name') }).fill('x'.repeat(31))
    await next.click()
    await expect(dialog.getByText(en('messages.group.nameTooLong', { max: 30 }))).toBeVisible()
    await isClean(aiko, 'group, with a problem')
    await dialog.getByRole('textbox', { name: en('messages.group.name') }).fill('hillside watch')
    await dialog.getByRole('textbox', { name: en('messages.group.description') }).fill('Who lives below the slope')
    await next.click()
    const create = dialog.getByRole('button', { name: en('messages.group.create') })
    await expect(create).toBeDisabled()
    await picks(aiko, 'Ben')
    await isClean(aiko, 'people of a group')
    await dialog.getByRole('button', { name: en('messages.group.previous') }).click()
    await expect(dialog.getByRole('textbox', { name: en('messages.group.name') })).toHaveValue('Hillside Watch')
    await next.click()
    await create.click()
    await expect(field(aiko, en)).toBeVisible()
  })

  await test.step('Ben finds it on his list, and what it is behind its picture', async () => {
    await writes(aiko, en, 'Meet at nine')
    await ben.open('/messages')
    await groups(ben).click()
    await expect(ben.page.getByRole('link', { name: /Hillside Watch/ })).toContainText('Aiko: Meet at nine')
    await ben.page.getByRole('button', { name: en('messages.group.infoOf', { name: 'Hillside Watch' }) }).click()
    await expect(ben.page.getByRole('dialog').getByText('Who lives below the slope')).toBeVisible()
    await isClean(ben, 'group info')
    await ben.page
      .getByRole('dialog')
      .getByRole('link', { name: en('messages.viewMembers') })
      .click()
    await expect(ben.page.getByRole('listitem').filter({ hasText: en('messages.self') })).toContainText('Ben')
    await ben.page.getByRole('button', { name: en('messages.memberMenu', { name: 'Aiko' }) }).click()
    await expect(ben.page.getByRole('menuitem')).toHaveText([en('messages.viewProfile')])
    await ben.page.keyboard.press('Escape')
    await expect(ben.page.getByRole('button', { name: en('messages.addMembers') })).toHaveCount(0)
  })

  await test.step('Aiko renames it, adds Chie and makes Ben an admin; Ben removes Chie', async () => {
    await openMenu(aiko, en, 'Hillside Watch')
    await aiko.page.getByRole('menuitem', { name: en('messages.editGroup') }).click()
    await aiko.page
      .getByRole('dialog')
      .getByRole('textbox', { name: en('messages.group.name') })
      .fill('valley watch')
    await aiko.page
      .getByRole('dialog')
      .getByRole('button', { name: en('chrome.save') })
      .click()
    await expect(aiko.page.getByText(en('messages.group.updated'))).toBeVisible()
    await openMenu(aiko, en, 'Valley Watch')
    await aiko.page.getByRole('menuitem', { name: en('messages.viewMembers') }).click()
    await aiko.page.getByRole('button', { name: en('messages.addMembers') }).click()
    await aiko.page.getByRole('combobox').fill('Ben')
    await expect(aiko.page.getByText(en('people.none'))).toBeVisible()
    await picks(aiko, 'Chie')
    await aiko.page
      .getByRole('dialog')
      .getByRole('button', { name: en('messages.addMembers') })
      .click()
    const row = (person: Person, name: string) => person.page.getByRole('main').getByRole('listitem').filter({ hasText: name })
    await expect(row(aiko, 'Chie')).toBeVisible()
    await isClean(aiko, 'members')
    await aiko.page.getByRole('button', { name: en('messages.memberMenu', { name: 'Ben' }) }).click()
    await aiko.page.getByRole('menuitem', { name: en('messages.makeAdmin') }).click()
    await expect(row(aiko, 'Ben')).toContainText(en('messages.admin'))
    await chie.open('/messages')
    await groups(chie).click()
    await expect(chie.page.getByRole('link', { name: /Valley Watch/ })).toBeVisible()
    await chie.page.getByRole('link', { name: /Valley Watch/ }).click()
    await expect(bubble(chie, 'Meet at nine')).toBeVisible()

    chie.expects(/status of 404/)
    await ben.page.getByRole('button', { name: en('messages.memberMenu', { name: 'Chie' }) }).click()
    await ben.page.getByRole('menuitem', { name: en('messages.removeMember') }).click()
    await ben.page
      .getByRole('dialog')
      .getByRole('button', { name: en('messages.remove'), exact: true })
      .click()
    await expect(row(aiko, 'Chie')).toHaveCount(0)
    await chie.page.waitForURL(/\/messages$/, { waitUntil: 'commit' })
    await expect(chie.page.getByRole('heading', { name: en('messages.noGroups') })).toBeVisible()
  })

  await test.step('Aiko leaves, and is back at her list', async () => {
    aiko.expects(/status of 404/)
    await aiko.page.getByRole('button', { name: en('chrome.back') }).click()
    await openMenu(aiko, en, 'Valley Watch')
    await aiko.page.getByRole('menuitem', { name: en('messages.leaveGroup') }).click()
    await aiko.page
      .getByRole('dialog')
      .getByRole('button', { name: en('messages.leave'), exact: true })
      .click()
    await expect(aiko.page.getByRole('heading', { name: en('messages.noGroups') })).toBeVisible()
  })
})

test('who was cut off misses nothing and sees nothing twice, and what was written meanwhile goes once', async ({ signedIn }) => {
  const aiko = await signedIn('Aiko')
  const ben = await signedIn('Ben', { wide: true })
  await beginsChat(aiko, en, 'Ben')
  await writes(aiko, en, 'before')
  await opensThread(ben, en, 'Aiko')
  await ben.page.getByRole('button', { name: en('messages.accept') }).click()
  await expect(bubble(aiko, 'before')).toContainText(en('messages.seen'))

  await ben.cutOff()
  for (const number of [1, 2, 3]) await writes(aiko, en, `while away ${number}`)
  await expect(bubble(aiko, 'while away 3')).toContainText(en('messages.sent'))
  for (const number of [1, 2]) await writes(ben, en, `from afar ${number}`)
  await expect(bubble(ben, 'from afar 2')).toContainText(en('messages.waiting'))
  await expect(ben.page.getByText(en('messages.waitToBeSent.other', { count: 2 }))).toBeVisible({ timeout: 30_000 })
  await isClean(ben, 'without a connection')

  const unsent = await bubble(ben, 'from afar 1').elementHandle()
  await ben.comeBack()
  const all = ['before', 'while away 1', 'while away 2', 'while away 3', 'from afar 1', 'from afar 2']
  for (const person of [aiko, ben]) {
    for (const words of all)
      await expect(bubble(person, words), `${words}, at ${person.name}`).toHaveCount(1, { timeout: 30_000 })
    await expect(chatOf(person).locator('[data-line]')).toHaveCount(all.length)
  }
  await expect(bubble(ben, 'from afar 2')).toContainText(en('messages.seen'))
  expect(await unsent?.evaluate((line) => line.isConnected), 'a line stays the same element when it has been sent').toBe(true)

  // What is unsent outlives the page; its files too.
  await ben.cutOff()
  await writes(ben, en, 'over a reload')
  await expect(bubble(ben, 'over a reload')).toContainText(en('messages.waiting'))
  await ben.comeBack()
  await ben.page.reload()
  await expect(bubble(aiko, 'over a reload')).toHaveCount(1, { timeout: 30_000 })
  for (const person of [aiko, ben]) {
    await person.page.reload()
    await expect(chatOf(person).locator('[data-line]')).toHaveCount(all.length + 1)
  }
})
