import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { lacsRoutes } from '@noroshi/contract/admin/lacs.http'
import { unitRoutes } from '@noroshi/contract/units/units.http'
import { type Frame, writeBundle } from '#/features/units/bundles.ts'
import { hashOfSegment, type Header, lineOf } from '#/features/units/segments.ts'
import { createSyncContext, type SyncContext } from '#/features/units/sync-context.service.ts'
import { syncKinds } from '#/sync-kinds.ts'
import { startTestServer, type TestServer, type TestUser } from '../test-server.ts'

const unpack = promisify(zstdDecompress)

/** A unit: a test server with its administrator. */
export interface Hall extends AsyncDisposable {
  readonly server: TestServer
  readonly admin: TestUser
  readonly name: string
  unitId(): Promise<string>
  /** Returns all segments that it has, own and received. */
  segments(): Promise<string>
}

/** Starts a server as a unit of this name. */
export async function openHall(name: string): Promise<Hall> {
  const server = await startTestServer()
  await server.db
    .insertInto('settings')
    .values({ key: 'unit', value: JSON.stringify({ name }) })
    .execute()
  const admin = await server.admin(name === 'Hall' ? 'Hana' : 'Gen')
  return {
    server,
    admin,
    name,
    unitId: async () => (await admin.fetch(unitRoutes.read)).units.find(({ isSelf }) => isSelf)?.id ?? '',
    async segments() {
      const rows = await server.db.selectFrom('sync_segments').select(['header', 'body']).execute()
      const texts = await Promise.all(rows.map(async ({ header, body }) => `${header}\n${(await unpack(body)).toString()}`))
      return texts.join('\n')
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** Starts a group with this unit as its founder. */
export async function foundGroup({ admin, name }: Hall): Promise<void> {
  const group = { organizationName: 'Wakaba town', subdomain: 'wakaba', shareDataAmongUnits: true }
  const { id: LacsGroupId } = await admin.fetch(lacsRoutes.createGroup, { body: group })
  const unit = { LacsGroupId, unitId: name.toLowerCase(), unitName: name, isCloudUnit: false }
  const { id: LacsUnitId } = await admin.fetch(lacsRoutes.createUnit, { body: unit })
  await admin.fetch(unitRoutes.start, { body: { LacsUnitId } })
}

/** The founder admits a unit by files. The digits are not confirmed yet. */
export async function joinByFiles(founder: Hall, joining: Hall): Promise<void> {
  const request = await joining.admin.fetch(unitRoutes.request)
  const answer = await founder.admin.fetch(unitRoutes.admit, { body: request })
  await joining.admin.fetch(unitRoutes.accept, { body: answer })
}

/** Both administrators confirm the digits of the other unit. */
export async function confirmBoth(one: Hall, other: Hall): Promise<void> {
  for (const { admin } of [one, other]) {
    const { units } = await admin.fetch(unitRoutes.read)
    for (const { id, digits } of units) if (digits !== null) await admin.fetch(unitRoutes.confirm, { params: { id } })
  }
}

/** Writes a file for the chosen units. */
export async function writeFile(from: Hall, to: readonly Hall[]): Promise<string> {
  const UnitIds = await Promise.all(to.map((hall) => hall.unitId()))
  return (await from.admin.fetch(unitRoutes.write, { body: { UnitIds } })).bundle
}

export const readFile = (to: Hall, bundle: string) => to.admin.fetch(unitRoutes.take, { body: { bundle } })

/** Carries a file from one unit to another. */
export const carry = async (from: Hall, to: Hall) => readFile(to, await writeFile(from, [to]))

/** Runs the exchange of a unit over its links. */
export async function exchangeAll({ server }: Hall): Promise<void> {
  const job = server.jobs.find(({ name }) => name === 'units.exchange')
  await job?.run()
}

/** A unit joins the group of the founder over a link, at which it reaches the founder from then on. */
export async function joinByCode(founder: Hall, joining: Hall): Promise<void> {
  const { code } = await founder.admin.fetch(unitRoutes.createCode)
  await joining.admin.fetch(unitRoutes.join, { body: { address: founder.server.url, code } })
}

/** Opens a group of three units, which have exchanged nothing yet. Hall is its founder. */
export async function openGroup(): Promise<AsyncDisposable & { hall: Hall; gym: Hall; school: Hall }> {
  await using opened = new AsyncDisposableStack()
  const hall = opened.use(await openHall('Hall'))
  const gym = opened.use(await openHall('Gym'))
  const school = opened.use(await openHall('School'))
  await foundGroup(hall)
  for (const joining of [gym, school]) {
    await joinByFiles(hall, joining)
    await confirmBoth(hall, joining)
  }
  const kept = opened.move()
  return { hall, gym, school, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

/** The context of a unit. Its keys are read from the database again. */
export const contextOf = ({ server }: Hall): SyncContext => createSyncContext(server.deps, syncKinds)

/** Returns the lane in which a unit writes. */
export const laneOf = async (hall: Hall): Promise<string> => `${await hall.unitId()}.${(await contextOf(hall).keys()).laneSuffix}`

/** Returns all segments of a unit, own and received, as they are sent. */
export async function framesOf({ server }: Hall): Promise<Frame[]> {
  const rows = await server.db.selectFrom('sync_segments').select(['header', 'body', 'signature']).orderBy('position').execute()
  return Promise.all(
    rows.map(async ({ header, body, signature }) => ({ headerText: header, body: (await unpack(body)).toString(), signature })),
  )
}

/** Returns a segment that a unit signs, with records and numbers that its server would not write. */
export async function forgeSegment(
  signer: Hall,
  { lane, first, prev }: Pick<Header, 'lane' | 'first' | 'prev'>,
  records: readonly (readonly [string, unknown])[],
): Promise<Frame> {
  const keys = await contextOf(signer).keys()
  const header: Header = { format: 1, lane, first, last: first + records.length - 1, deps: {}, prev }
  const [headerText, body] = [JSON.stringify(header), records.map(([kind, data]) => lineOf(kind, data)).join('\n')]
  return { headerText, body, signature: keys.sign(hashOfSegment(headerText, body)) }
}

/** Writes a file of a unit with any segments. */
export async function forgeFile(from: Hall, to: Hall, frames: readonly Frame[]): Promise<string> {
  const manifest = {
    from: await from.unitId(),
    to: [await to.unitId()],
    at: new Date().toISOString(),
    heads: {},
    isComplete: true,
  }
  const bytes = await writeBundle(await contextOf(from).keys(), manifest, frames, [(await contextOf(to).keys()).boxKey])
  return bytes.toString('base64')
}
