import { expect, test } from 'vitest'
import sharp from 'sharp'
import { dashboardRoutes } from '@noroshi/contract/dashboard/dashboard.http'
import type { Caller } from '#/testing/caller.ts'
import { unit } from '#/testing/unit.ts'

const HOUR = 3_600_000

const makesSection = (admin: Caller, title: string, type = 'textLink', position?: number) =>
  admin.gets(dashboardRoutes.createSection, { body: { title, type, ...(position !== undefined && { position }) } })

const linkOf = (DashboardSectionId: string, linkText: string, more: Record<string, string> = {}) => ({
  form: { DashboardSectionId, linkText, linkUrl: '/alerts', isExternal: 'false', ...more },
})
const makesLink = (admin: Caller, sectionId: string, linkText: string, more: Record<string, string> = {}) =>
  admin.gets(dashboardRoutes.createLink, linkOf(sectionId, linkText, more))

const titlesSeenBy = async (caller: Caller) => (await caller.gets(dashboardRoutes.sections)).items.map(({ title }) => title)
const linksSeenBy = async (caller: Caller, id: string, all = false) =>
  (await caller.gets(dashboardRoutes.links, { params: { id }, query: { all: String(all) } })).items

const picture = async () => {
  const bytes = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer()
  return { field: 'image', name: 'river.jpg', bytes: new Uint8Array(bytes), type: 'image/jpeg' }
}

test('a visitor sees the sections in the order that the administrator gave them', async () => {
  await using noroshi = await unit()
  const admin = await noroshi.admin('Gen')
  const [ben] = await noroshi.people('Ben')
  const first = await makesSection(admin, 'Shelters')
  const second = await makesSection(admin, 'Buses')
  await makesSection(admin, 'News', 'textLink', 1)
  expect(await titlesSeenBy(noroshi.visitor)).toEqual(['News', 'Shelters', 'Buses'])

  const listening = await ben.listens()
  await admin.gets(dashboardRoutes.updateSection, {
    params: { id: second.id },
    body: { title: 'Trains', type: 'textLink', position: 2 },
  })
  expect(await listening.next('dashboard:changed')).toEqual({ DashboardSectionId: null })
  expect(await titlesSeenBy(noroshi.visitor)).toEqual(['News', 'Trains', 'Shelters'])

  await admin.gets(dashboardRoutes.removeSection, { params: { id: first.id } })
  const { items } = await noroshi.visitor.gets(dashboardRoutes.sections)
  expect(items.map(({ title, position }) => [title, position])).toEqual([
    ['News', 1],
    ['Trains', 2],
  ])
})

test('a new order that misses a section, doubles one or names a stranger changes nothing', async () => {
  await using noroshi = await unit()
  const admin = await noroshi.admin('Gen')
  const [a, b] = [await makesSection(admin, 'A'), await makesSection(admin, 'B')]
  for (const ids of [[a.id], [a.id, a.id], [a.id, b.id, crypto.randomUUID()], []]) {
    const { status, body } = await admin.asks(dashboardRoutes.orderSections, { body: { ids } })
    expect([status, body]).toEqual([409, expect.objectContaining({ code: 'dashboard.orderChanged' })])
  }
  const { items } = await admin.gets(dashboardRoutes.orderSections, { body: { ids: [b.id, a.id] } })
  expect(items.map(({ title }) => title)).toEqual(['B', 'A'])
})

test('orders, new and deleted sections at once leave positions without gaps', async () => {
  await using noroshi = await unit()
  const admin = await noroshi.admin('Gen')
  const made = []
  for (const title of ['A', 'B', 'C', 'D']) made.push(await makesSection(admin, title))
  const ids = made.map(({ id }) => id)
  const answers = await Promise.all([
    ...[ids.toReversed(), [...ids.slice(2), ...ids.slice(0, 2)], ids].map((order) =>
      admin.asks(dashboardRoutes.orderSections, { body: { ids: order } }),
    ),
    admin.asks(dashboardRoutes.createSection, { body: { title: 'E', type: 'iconLink', position: 2 } }),
    admin.asks(dashboardRoutes.removeSection, { params: { id: ids[1] ?? '' } }),
    admin.asks(dashboardRoutes.updateSection, {
      params: { id: ids[3] ?? '' },
      body: { title: 'D', type: 'textLink', position: 1 },
    }),
  ])
  for (const { status } of answers) expect([200, 201, 409]).toContain(status)
  const { items } = await noroshi.visitor.gets(dashboardRoutes.sections)
  expect(items.map(({ position }) => position)).toEqual([1, 2, 3, 4])
})

test('a link is shown from its start to its end, and an administrator may ask for the others', async () => {
  await using noroshi = await unit()
  const admin = await noroshi.admin('Gen')
  const [ben] = await noroshi.people('Ben')
  const { id } = await makesSection(admin, 'Shelters')
  const at = (hours: number) => new Date(noroshi.clock.now().getTime() + hours * HOUR).toISOString()
  await makesLink(admin, id, 'open')
  await makesLink(admin, id, 'soon', { start: at(1) })
  await makesLink(admin, id, 'over', { end: at(-1) })
  await makesLink(admin, id, 'now', { start: at(-1), end: at(2), position: '1' })
  const texts = async (caller: Caller, all = false) => (await linksSeenBy(caller, id, all)).map(({ linkText }) => linkText)

  expect(await texts(noroshi.visitor)).toEqual(['now', 'open'])
  expect(await texts(ben, true)).toEqual(['now', 'open'])
  expect(await texts(admin)).toEqual(['now', 'open'])
  expect(await texts(admin, true)).toEqual(['now', 'open', 'soon', 'over'])
  noroshi.clock.advance({ hours: 3 })
  expect(await texts(noroshi.visitor)).toEqual(['open', 'soon'])
})

test('a link leads to a web address or into the app, nowhere else', async () => {
  await using noroshi = await unit()
  const admin = await noroshi.admin('Gen')
  const { id } = await makesSection(admin, 'Shelters')
  const outcome = async (linkUrl: string, isExternal: boolean) => {
    const { status, body } = await admin.asks(
      dashboardRoutes.createLink,
      linkOf(id, 'a link', { linkUrl, isExternal: String(isExternal) }),
    )
    return status === 201 || (body as unknown as { issues: { path: string }[] }).issues[0]?.path // a refusal
  }
  for (const url of ['https://example.org/a?b=c', 'http://192.168.1.4:8080']) expect(await outcome(url, true)).toBe(true)
  for (const url of ['/', '/feeds?tab=1#top', '/user/me']) expect(await outcome(url, false)).toBe(true)
  for (const url of [
    '/alerts',
    'javascript:alert(1)',
    'https:example.org',
    'https:///x',
    'ftp://example.org',
    'data:text/html,x',
    ' ',
  ])
    expect([url, await outcome(url, true)]).toEqual([url, 'linkUrl'])
  for (const url of [
    'https://example.org',
    '//example.org',
    '/\\example.org',
    '/\t/example.org',
    'alerts',
    'javascript:alert(1)',
  ])
    expect([url, await outcome(url, false)]).toEqual([url, 'linkUrl'])
})

test('a title has 1 to 60 characters, a position is at least 1, an end comes after its start', async () => {
  await using noroshi = await unit()
  const admin = await noroshi.admin('Gen')
  const { id } = await makesSection(admin, 'x'.repeat(60))
  const pathsOf = (body: unknown) => (body as { issues: { path: string; message: string }[] }).issues.map(({ path }) => path) // a refusal
  const section = await admin.asks(dashboardRoutes.createSection, { body: { title: 'x'.repeat(61), type: 'big', position: 0 } })
  expect([section.status, pathsOf(section.body)]).toEqual([400, ['title', 'type', 'position']])
  const at = new Date().toISOString()
  const link = await admin.asks(
    dashboardRoutes.createLink,
    linkOf(id, 'x'.repeat(61), { start: at, end: at, iconName: 'skull', position: '0' }),
  )
  expect([link.status, pathsOf(link.body).toSorted()]).toEqual([400, ['end', 'iconName', 'linkText', 'position']])
})

test('an image is encoded anew, readable by everybody, and gone with its link', async () => {
  await using noroshi = await unit()
  const admin = await noroshi.admin('Gen')
  const { id } = await makesSection(admin, 'Pictures', 'imageLink')
  expect((await admin.asks(dashboardRoutes.createLink, linkOf(id, 'without'))).body).toMatchObject({
    code: 'dashboard.imageRequired',
  })
  const note = { field: 'image', name: 'note.txt', bytes: new TextEncoder().encode('no picture') }
  expect((await admin.asks(dashboardRoutes.createLink, { ...linkOf(id, 'a note'), files: [note] })).body).toMatchObject({
    code: 'dashboard.notAnImage',
  })
  const link = await admin.gets(dashboardRoutes.createLink, { ...linkOf(id, 'river'), files: [await picture()] })
  const image = await noroshi.visitor.fetch(link.imageUrl ?? '')
  const bytes = Buffer.from(await image.arrayBuffer())
  expect([image.status, bytes.includes('secret place')]).toEqual([200, false])
  expect((await noroshi.visitor.fetch(link.previewUrl ?? '')).status).toBe(200)

  // Other words keep the picture; a new picture replaces it.
  const renamed = await admin.gets(dashboardRoutes.updateLink, { params: { id: link.id }, ...linkOf(id, 'the river') })
  expect(renamed.imageUrl).toBe(link.imageUrl)
  const replaced = await admin.gets(dashboardRoutes.updateLink, {
    params: { id: link.id },
    ...linkOf(id, 'the river'),
    files: [await picture()],
  })
  expect(replaced.imageUrl).not.toBe(link.imageUrl)
  expect((await noroshi.visitor.fetch(link.imageUrl ?? '')).status).toBe(404)
  await admin.gets(dashboardRoutes.removeLink, { params: { id: link.id } })
  expect((await noroshi.visitor.fetch(replaced.imageUrl ?? '')).status).toBe(404)
  expect(await noroshi.db.selectFrom('files').selectAll().execute()).toEqual([])
})

test('an icon link needs an icon; a link moves to another section and stands there last', async () => {
  await using noroshi = await unit()
  const admin = await noroshi.admin('Gen')
  const [icons, texts] = [await makesSection(admin, 'Icons', 'iconLink'), await makesSection(admin, 'Texts')]
  expect((await admin.asks(dashboardRoutes.createLink, linkOf(icons.id, 'bus'))).body).toMatchObject({
    code: 'dashboard.iconRequired',
  })
  const bus = await makesLink(admin, icons.id, 'bus', { iconName: 'bus' })
  const water = await makesLink(admin, icons.id, 'water', { iconName: 'water' })
  await makesLink(admin, texts.id, 'here before')
  await admin.gets(dashboardRoutes.updateLink, { params: { id: bus.id }, ...linkOf(texts.id, 'bus', { iconName: 'bus' }) })
  expect((await linksSeenBy(noroshi.visitor, texts.id)).map(({ linkText }) => linkText)).toEqual(['here before', 'bus'])
  expect((await linksSeenBy(noroshi.visitor, icons.id)).map(({ id, position }) => [id, position])).toEqual([[water.id, 1]])
})

test('links of one section are put in order, all of them or none', async () => {
  await using noroshi = await unit()
  const admin = await noroshi.admin('Gen')
  const section = await makesSection(admin, 'Texts')
  const [a, b] = [await makesLink(admin, section.id, 'a'), await makesLink(admin, section.id, 'b')]
  const orders = (ids: string[]) => admin.asks(dashboardRoutes.orderLinks, { params: { id: section.id }, body: { ids } })
  expect((await orders([b.id])).status).toBe(409)
  expect((await orders([b.id, a.id])).body.items.map(({ linkText }) => linkText)).toEqual(['b', 'a'])
})

test('what an administrator does to the home is written down', async () => {
  await using noroshi = await unit()
  const admin = await noroshi.admin('Gen')
  const { id } = await makesSection(admin, 'Texts')
  await makesLink(admin, id, 'a')
  await admin.gets(dashboardRoutes.removeSection, { params: { id } })
  const rows = await noroshi.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
  expect(rows.map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ['section.created', admin.id],
    ['link.created', admin.id],
    ['section.deleted', admin.id],
  ])
})
