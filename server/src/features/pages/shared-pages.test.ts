import { expect, test } from 'vitest'
import { draftRoutes } from '@noroshi/contract/pages/drafts.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { addPageMember, fetchPage, publishPage, reviewDraft } from '#/testing/scenes/pages.ts'
import { carry, type Hall, openGroup } from '#/testing/scenes/units.ts'

const create = ({ admin }: Hall, title: string, isShared = true) =>
  admin.fetch(pageRoutes.create, { body: { title, isPublic: true, isShared } })
const become = ({ admin }: Hall, pageId: string) => addPageMember(admin, pageId, admin, { canModerateUpdates: true })
const textOf = async ({ admin }: Hall, pageId: string) => (await fetchPage(admin, pageId)).excerpt
const pendingOf = async ({ admin }: Hall, pageId: string) =>
  (await admin.fetch(draftRoutes.listPending, { params: { id: pageId } })).items
const unknownAt = ({ server }: Hall) => server.db.selectFrom('sync_unknown').select('record').execute()

test('a page for all units is published at one and read at the other', async () => {
  await using group = await openGroup()
  const { hall, gym } = group
  const page = await create(hall, 'Evacuation')
  await publishPage(hall.admin, page.id, 'Water at 10')
  const socket = await gym.admin.openSocket()
  const arrived = socket.next('page:updated')
  expect(await carry(hall, gym)).toMatchObject({ isNew: true, refused: 0 })
  expect(await arrived).toMatchObject({ id: page.id })
  expect(await unknownAt(gym)).toEqual([])
  expect(await fetchPage(gym.admin, page.id)).toMatchObject({
    title: 'Evacuation',
    excerpt: 'Water at 10',
    revision: 2,
    isShared: true,
    createdBy: { fullName: 'Hana' },
  })
})
