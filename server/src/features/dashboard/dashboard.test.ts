import { expect, test } from 'vitest'
import sharp from 'sharp'
import { dashboardRoutes } from '@noroshi/contract/dashboard/dashboard.http'
import type { Caller } from '#/testing/caller.ts'
import { startTestServer } from '#/testing/test-server.ts'

const HOUR = 3_600_000

const createSection = (admin: Caller, title: string, type = 'textLink', position?: number) =>
  admin.fetch(dashboardRoutes.createSection, { body: { title, type, ...(position !== undefined && { position }) } })

const linkOf = (DashboardSectionId: string, linkText: string, more: Record<string, string> = {}) => ({
  form: { DashboardSectionId, linkText, linkUrl: '/alerts', isExternal: 'false', ...more },
})
const createLink = (admin: Caller, sectionId: string, linkText: string, more: Record<string, string> = {}) =>
  admin.fetch(dashboardRoutes.createLink, linkOf(sectionId, linkText, more))

const readTitles = async (caller: Caller) => (await caller.fetch(dashboardRoutes.sections)).items.map(({ title }) => title)
const readLinks = async (caller: Caller, id: string, all = false) =>
  (await caller.fetch(dashboardRoutes.links, { params: { id }, query: { all: String(all) } })).items

const picture = async () => {
  const bytes = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Copyright: 'secret text' } })
    .jpeg()
    .toBuffer()
  return { field: 'image', name: 'river.jpg', bytes: new Uint8Array(bytes), type: 'image/jpeg' }
}

test('a visitor reads the sections in the order that an administrator set', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const [ben] = await noroshi.people('Ben')
  const first = await createSection(admin, 'Shelters')
  const second = await createSection(admin, 'Buses')
  await createSection(admin, 'News', 'textLink', 1)
  expect(await readTitles(noroshi.visitor)).toEqual(['News', 'Shelters', 'Buses'])

  const listening = await ben.openSocket()
  await admin.fetch(dashboardRoutes.updateSection, {
    params: { id: second.id },
    body: { title: 'Trains', type: 'textLink', position: 2 },
  })
  expect(await listening.next('dashboard:changed')).toEqual({ DashboardSectionId: null })
  expect(await readTitles(noroshi.visitor)).toEqual(['News', 'Trains', 'Shelters'])

  await admin.fetch(dashboardRoutes.removeSection, { params: { id: first.id } })
  const { items } = await noroshi.visitor.fetch(dashboardRoutes.sections)
  expect(items.map(({ title, position }) => [title, position])).toEqual([
    ['News', 1],
    ['Trains', 2],
  ])
})

test('an administrator gets 409 for an order with a missing, repeated or unknown section', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const [a, b] = [await createSection(admin, 'A'), await createSection(admin, 'B')]
  for (const ids of [[a.id], [a.id, a.id], [a.id, b.id, crypto.randomUUID()], []]) {
    const { status, body } = await admin.request(dashboardRoutes.orderSections, { body: { ids } })
    expect([status, body]).toEqual([409, expect.objectContaining({ code: 'dashboard.orderChanged' })])
  }
  const { items } = await admin.fetch(dashboardRoutes.orderSections, { body: { ids: [b.id, a.id] } })
  expect(items.map(({ title }) => title)).toEqual(['B', 'A'])
})

test('concurrent orders, creations and deletions of sections leave positions without gaps', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const created = []
  for (const title of ['A', 'B', 'C', 'D']) created.push(await createSection(admin, title))
  const ids = created.map(({ id }) => id)
  const answers = await Promise.all([
    ...[ids.toReversed(), [...ids.slice(2), ...ids.slice(0, 2)], ids].map((order) =>
      admin.request(dashboardRoutes.orderSections, { body: { ids: order } }),
    ),
    admin.request(dashboardRoutes.createSection, { body: { title: 'E', type: 'iconLink', position: 2 } }),
    admin.request(dashboardRoutes.removeSection, { params: { id: ids[1] ?? '' } }),
    admin.request(dashboardRoutes.updateSection, {
      params: { id: ids[3] ?? '' },
      body: { title: 'D', type: 'textLink', position: 1 },
    }),
  ])
  for (const { status } of answers) expect([200, 201, 409]).toContain(status)
  const { items } = await noroshi.visitor.fetch(dashboardRoutes.sections)
  expect(items.map(({ position }) => position)).toEqual([1, 2, 3, 4])
})

test('a visitor reads a link from its start to its end, and an administrator can read the others', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const [ben] = await noroshi.people('Ben')
  const { id } = await createSection(admin, 'Shelters')
  const at = (hours: number) => new Date(noroshi.clock.now().getTime() + hours * HOUR).toISOString()
  await createLink(admin, id, 'open')
  await createLink(admin, id, 'soon', { start: at(1) })
  await createLink(admin, id, 'over', { end: at(-1) })
  await createLink(admin, id, 'now', { start: at(-1), end: at(2), position: '1' })
  const texts = async (caller: Caller, all = false) => (await readLinks(caller, id, all)).map(({ linkText }) => linkText)

  expect(await texts(noroshi.visitor)).toEqual(['now', 'open'])
  expect(await texts(ben, true)).toEqual(['now', 'open'])
  expect(await texts(admin)).toEqual(['now', 'open'])
  expect(await texts(admin, true)).toEqual(['now', 'open', 'soon', 'over'])
  noroshi.clock.advance({ hours: 3 })
  expect(await texts(noroshi.visitor)).toEqual(['open', 'soon'])
})

test('a visitor reads all sections with their current links in one request', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const [full, empty] = [await createSection(admin, 'Shelters'), await createSection(admin, 'Nothing yet')]
  const later = await createSection(admin, 'Later')
  const soon = { start: new Date(noroshi.clock.now().getTime() + HOUR).toISOString() }
  await createLink(admin, full.id, 'School')
  await createLink(admin, full.id, 'Hall', { position: '1' })
  await createLink(admin, full.id, 'Gym', soon)
  await createLink(admin, later.id, 'Market', soon)
  const shown = async (caller: Caller) =>
    (await caller.fetch(dashboardRoutes.sections)).items.map(({ id, links }) => [id, links.map(({ linkText }) => linkText)])
  const now = [
    [full.id, ['Hall', 'School']],
    [empty.id, []],
    [later.id, []],
  ]
  expect(await shown(noroshi.visitor)).toEqual(now)
  expect(await shown(admin)).toEqual(now)
  noroshi.clock.advance({ hours: 2 })
  expect(await shown(noroshi.visitor)).toEqual([
    [full.id, ['Hall', 'School', 'Gym']],
    [empty.id, []],
    [later.id, ['Market']],
  ])
})

test('an administrator gets 400 for a link that is neither a web address nor a path of the app', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const { id } = await createSection(admin, 'Shelters')
  const createResult = async (linkUrl: string, isExternal: boolean) => {
    const { status, body } = await admin.request(
      dashboardRoutes.createLink,
      linkOf(id, 'a link', { linkUrl, isExternal: String(isExternal) }),
    )
    return status === 201 || (body as unknown as { issues: { path: string }[] }).issues[0]?.path // a refusal
  }
  for (const url of ['https://example.org/a?b=c', 'http://192.168.1.4:8080']) expect(await createResult(url, true)).toBe(true)
  for (const url of ['/', '/feeds?tab=1#top', '/user/me']) expect(await createResult(url, false)).toBe(true)
  for (const url of [
    '/alerts',
    'javascript:alert(1)',
    'https:example.org',
    'https:///x',
    'ftp://example.org',
    'data:text/html,x',
    ' ',
  ])
    expect([url, await createResult(url, true)]).toEqual([url, 'linkUrl'])
  for (const url of [
    'https://example.org',
    '//example.org',
    '/\\example.org',
    '/\t/example.org',
    'alerts',
    'javascript:alert(1)',
  ])
    expect([url, await createResult(url, false)]).toEqual([url, 'linkUrl'])
})

test('an administrator gets 400 for a title over 60 characters, a position below 1 or an end before the start', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const { id } = await createSection(admin, 'x'.repeat(60))
  const pathsOf = (body: unknown) => (body as { issues: { path: string; message: string }[] }).issues.map(({ path }) => path) // a refusal
  const section = await admin.request(dashboardRoutes.createSection, {
    body: { title: 'x'.repeat(61), type: 'big', position: 0 },
  })
  expect([section.status, pathsOf(section.body)]).toEqual([400, ['title', 'type', 'position']])
  const at = new Date().toISOString()
  const link = await admin.request(
    dashboardRoutes.createLink,
    linkOf(id, 'x'.repeat(61), { start: at, end: at, iconName: 'skull', position: '0' }),
  )
  expect([link.status, pathsOf(link.body).toSorted()]).toEqual([400, ['end', 'iconName', 'linkText', 'position']])
})

test('an image is re-encoded, readable by visitors, and deleted with its link', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const { id } = await createSection(admin, 'Pictures', 'imageLink')
  expect((await admin.request(dashboardRoutes.createLink, linkOf(id, 'without'))).body).toMatchObject({
    code: 'dashboard.imageRequired',
  })
  const note = { field: 'image', name: 'note.txt', bytes: new TextEncoder().encode('no picture') }
  expect((await admin.request(dashboardRoutes.createLink, { ...linkOf(id, 'a note'), files: [note] })).body).toMatchObject({
    code: 'dashboard.notAnImage',
  })
  const link = await admin.fetch(dashboardRoutes.createLink, { ...linkOf(id, 'river'), files: [await picture()] })
  const image = await noroshi.visitor.rawFetch(link.imageUrl ?? '')
  const bytes = Buffer.from(await image.arrayBuffer())
  expect([image.status, bytes.includes('secret text')]).toEqual([200, false])
  expect((await noroshi.visitor.rawFetch(link.previewUrl ?? '')).status).toBe(200)

  // A changed text keeps the image; a new image replaces it.
  const renamed = await admin.fetch(dashboardRoutes.updateLink, { params: { id: link.id }, ...linkOf(id, 'the river') })
  expect(renamed.imageUrl).toBe(link.imageUrl)
  const replaced = await admin.fetch(dashboardRoutes.updateLink, {
    params: { id: link.id },
    ...linkOf(id, 'the river'),
    files: [await picture()],
  })
  expect(replaced.imageUrl).not.toBe(link.imageUrl)
  expect((await noroshi.visitor.rawFetch(link.imageUrl ?? '')).status).toBe(404)
  await admin.fetch(dashboardRoutes.removeLink, { params: { id: link.id } })
  expect((await noroshi.visitor.rawFetch(replaced.imageUrl ?? '')).status).toBe(404)
  expect(await noroshi.db.selectFrom('files').selectAll().execute()).toEqual([])
})

test('an icon link without an icon gets 400, and a link that moves to another section is its last one', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const [icons, texts] = [await createSection(admin, 'Icons', 'iconLink'), await createSection(admin, 'Texts')]
  expect((await admin.request(dashboardRoutes.createLink, linkOf(icons.id, 'bus'))).body).toMatchObject({
    code: 'dashboard.iconRequired',
  })
  const bus = await createLink(admin, icons.id, 'bus', { iconName: 'bus' })
  const water = await createLink(admin, icons.id, 'water', { iconName: 'water' })
  await createLink(admin, texts.id, 'existing')
  await admin.fetch(dashboardRoutes.updateLink, { params: { id: bus.id }, ...linkOf(texts.id, 'bus', { iconName: 'bus' }) })
  expect((await readLinks(noroshi.visitor, texts.id)).map(({ linkText }) => linkText)).toEqual(['existing', 'bus'])
  expect((await readLinks(noroshi.visitor, icons.id)).map(({ id, position }) => [id, position])).toEqual([[water.id, 1]])
})

test('an administrator orders all links of a section, and gets 409 for an incomplete order', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const section = await createSection(admin, 'Texts')
  const [a, b] = [await createLink(admin, section.id, 'a'), await createLink(admin, section.id, 'b')]
  const orderLinks = (ids: string[]) => admin.request(dashboardRoutes.orderLinks, { params: { id: section.id }, body: { ids } })
  expect((await orderLinks([b.id])).status).toBe(409)
  expect((await orderLinks([b.id, a.id])).body.items.map(({ linkText }) => linkText)).toEqual(['b', 'a'])
})

test('each change of the home screen adds an audit entry', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const { id } = await createSection(admin, 'Texts')
  await createLink(admin, id, 'a')
  await admin.fetch(dashboardRoutes.removeSection, { params: { id } })
  const rows = await noroshi.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
  expect(rows.map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ['section.created', admin.id],
    ['link.created', admin.id],
    ['section.deleted', admin.id],
  ])
})
