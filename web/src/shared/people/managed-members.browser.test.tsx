import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { useStore } from '../../platform/store/use-store.ts'
import { defineReply, putReply, replyOf } from '../../platform/store/replies.ts'
import { storeOf } from '../../platform/store/stores.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { ManagedMembers, type MembersTexts } from './managed-members.tsx'
import type { Members, MembersToChange } from './member-changes.ts'

const texts: MembersTexts = {
  failed: 'feeds.membersFailed',
  add: 'feeds.addMembers',
  addQuestion: 'feeds.addMembersWho',
  you: 'feeds.you',
  creator: 'feeds.creator',
  menu: 'feeds.memberMenu',
  profile: 'feeds.viewProfile',
  permissions: 'feeds.permissions',
  permissionsOf: 'feeds.permissionsOf',
  permissionsNote: 'feeds.permissionsNote',
  permissionsOwnNote: 'feeds.permissionsOwnNote',
  remove: 'feeds.removeMember',
  removeConfirm: 'feeds.removeMemberConfirm',
  removeLabel: 'feeds.remove',
}
const entity = defineReply<Members<'canPost'>>('members', 'group')
const at = '2026-11-26T00:00:00.000Z'
const memberOf = (id: string, firstName: string): Members<'canPost'>[number] => ({
  id,
  UserId: id,
  user: { id, firstName, lastName: '', fullName: firstName, avatarUrl: null },
  canPost: false,
  isActive: true,
  createdAt: at,
  updatedAt: at,
  version: 1,
})

const of: MembersToChange<'canPost'> = {
  id: '1',
  entity,
  list: ['members'],
  ownMembership: ['membership'],
  add: vi.fn(),
  change: vi.fn(),
  remove: vi.fn(),
  added: 'feeds.membersAdded',
  removed: 'feeds.memberRemoved',
}

function Page() {
  const members = useStore([entity], entity.name, (store) => replyOf(store, entity, of.id))
  return (
    <ManagedMembers
      found={{ members, error: null, refetch: () => undefined }}
      of={of}
      flags={[['canPost', 'feeds.canPost']]}
      texts={texts}
      creatorId=""
      mayAdd={false}
      mayChange={() => true}
      mayGrant={() => true}
    />
  )
}

test('a permission that a moderator grants is shown at once, and is undone if the server refuses it', async () => {
  const { cache } = await renderPage(<Page />)
  putReply(storeOf(cache), entity, of.id, [memberOf('b', 'Ben'), memberOf('m', 'Mei')])
  const reply = Promise.withResolvers<unknown>()
  vi.mocked(of.change).mockReturnValue(reply.promise)

  await page.getByRole('button', { name: /Ben/ }).click()
  await page.getByRole('menuitem', { name: 'Permissions' }).click()
  const permission = page.getByRole('dialog').getByRole('switch', { name: 'May post' })
  await expect.element(permission).not.toBeChecked()
  await permission.click()
  await expect.element(permission).toBeChecked()

  reply.reject(new Error('refused'))
  await expect.element(permission).not.toBeChecked()
  const known = storeOf(cache).get(entity, of.id)?.data
  expect(known?.map(({ canPost }) => canPost)).toEqual([false, false])
})

test('a member that a moderator removes leaves the list', async () => {
  const { cache } = await renderPage(<Page />)
  putReply(storeOf(cache), entity, of.id, [memberOf('b', 'Ben'), memberOf('m', 'Mei')])
  vi.mocked(of.remove).mockResolvedValue(null)

  await page.getByRole('button', { name: /Ben/ }).click()
  await page.getByRole('menuitem', { name: 'Remove from feed' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.element(page.getByText('Ben', { exact: true })).not.toBeInTheDocument()
  await expect.element(page.getByText('Mei', { exact: true })).toBeVisible()
})
