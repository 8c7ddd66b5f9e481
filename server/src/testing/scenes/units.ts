import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { lacsRoutes } from '@noroshi/contract/admin/lacs.http'
import { unitRoutes } from '@noroshi/contract/units/units.http'
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
