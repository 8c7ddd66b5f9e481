import { expect } from '@playwright/test'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { bubble, field, openMenu, pickUser, sendText } from '../fixtures/scenes/chat.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { textsIn } from '../fixtures/texts.ts'

const en = textsIn('en')

test('three users create, manage and leave a group chat', onlyLong(), async ({ signedIn }) => {
  const aiko = await signedIn('Aiko')
  const ben = await signedIn('Ben', { wide: true })
  const chie = await signedIn('Chie', { scheme: 'dark' })
  const groups = (person: Person) => person.page.getByRole('tab', { name: en('messages.groups') })

  await test.step('Aiko creates it with a valid name and members', async () => {
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
    await expectAccessible(aiko, 'group, with a problem')
    await dialog.getByRole('textbox', { name: en('messages.group.name') }).fill('hillside watch')
    await dialog.getByRole('textbox', { name: en('messages.group.description') }).fill('For people below the slope')
    await next.click()
    const create = dialog.getByRole('button', { name: en('messages.group.create') })
    await expect(create).toBeDisabled()
    await pickUser(aiko, 'Ben')
    await expectAccessible(aiko, 'people of a group')
    await dialog.getByRole('button', { name: en('messages.group.previous') }).click()
    await expect(dialog.getByRole('textbox', { name: en('messages.group.name') })).toHaveValue('Hillside Watch')
    await next.click()
    await create.click()
    await expect(field(aiko, en)).toBeVisible()
  })

  await test.step('Ben finds it in his list and opens its info from its picture', async () => {
    await sendText(aiko, en, 'Meet at nine')
    await ben.open('/messages')
    await groups(ben).click()
    await expect(ben.page.getByRole('link', { name: /Hillside Watch/ })).toContainText('Aiko: Meet at nine')
    await ben.page.getByRole('button', { name: en('messages.group.infoOf', { name: 'Hillside Watch' }) }).click()
    await expect(ben.page.getByRole('dialog').getByText('For people below the slope')).toBeVisible()
    await expectAccessible(ben, 'group info')
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
    await pickUser(aiko, 'Chie')
    await aiko.page
      .getByRole('dialog')
      .getByRole('button', { name: en('messages.addMembers') })
      .click()
    const row = (person: Person, name: string) => person.page.getByRole('main').getByRole('listitem').filter({ hasText: name })
    await expect(row(aiko, 'Chie')).toBeVisible()
    await expectAccessible(aiko, 'members')
    await aiko.page.getByRole('button', { name: en('messages.memberMenu', { name: 'Ben' }) }).click()
    await aiko.page.getByRole('menuitem', { name: en('messages.makeAdmin') }).click()
    await expect(row(aiko, 'Ben')).toContainText(en('messages.admin'))
    await chie.open('/messages')
    await groups(chie).click()
    await expect(chie.page.getByRole('link', { name: /Valley Watch/ })).toBeVisible()
    await chie.page.getByRole('link', { name: /Valley Watch/ }).click()
    await expect(bubble(chie, 'Meet at nine')).toBeVisible()

    await field(chie, en).fill('The bridge is under water')

    chie.allowConsoleError(/status of 404/)
    await ben.page.getByRole('button', { name: en('messages.memberMenu', { name: 'Chie' }) }).click()
    await ben.page.getByRole('menuitem', { name: en('messages.removeMember') }).click()
    await ben.page
      .getByRole('dialog')
      .getByRole('button', { name: en('messages.remove'), exact: true })
      .click()
    await expect(row(aiko, 'Chie')).toHaveCount(0)
  })

  await test.step('Chie sees that she was removed, and her draft is kept', async () => {
    await expect(chie.page.getByRole('alert')).toContainText(en('messages.left', { name: 'Valley Watch' }))
    await expect(chie.page.getByText('Meet at nine')).toHaveCount(0)
    await expect(chie.page.getByRole('textbox', { name: en('messages.leftDraft') })).toHaveValue('The bridge is under water')
    await chie.page.getByRole('button', { name: en('messages.copy'), exact: true }).click()
    await expect(chie.page.getByText(en('messages.copied'))).toBeVisible()
    await expectAccessible(chie, 'removed from a group')
    await chie.page.getByRole('button', { name: en('messages.leftBack') }).click()
    await chie.page.waitForURL(/\/messages$/, { waitUntil: 'commit' })
    await expect(chie.page.getByRole('heading', { name: en('messages.noGroups') })).toBeVisible()
  })

  await test.step('Aiko leaves and returns to her list', async () => {
    aiko.allowConsoleError(/status of 404/)
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
