import { sirenRoutes } from '@noroshi/contract/siren/siren.http'
import { sirenScreenRoutes } from '@noroshi/contract/siren/siren-screens.http'
import { Caller } from '../caller.ts'
import { createAlertGroup, joinAlertGroup } from './groups.ts'
import type { TestServer, TestUser } from '../test-server.ts'
import type { TestSocket } from '../test-socket.ts'

/** A siren screen with its token. */
export class TestScreen extends Caller {
  readonly id: string
  readonly #noroshi: TestServer
  constructor(noroshi: TestServer, token: string, id: string) {
    super(noroshi.visitor.url, token)
    this.id = id
    this.#noroshi = noroshi
  }

  openSocket(): Promise<TestSocket> {
    return this.#noroshi.openSocket({ screenToken: this.token ?? '' })
  }

  /** Returns the ids of the alerts that the screen shows, newest first. */
  async alertIds(): Promise<string[]> {
    return (await this.fetch(sirenRoutes.state)).alerts.map(({ id }) => id)
  }
}

/** Adds a siren screen for these alert groups and pairs it by its code. */
export async function connectScreen(noroshi: TestServer, admin: Caller, groupIds: readonly string[]): Promise<TestScreen> {
  const { id, code } = await admin.fetch(sirenScreenRoutes.create, { body: { name: 'Hall', groupIds } })
  const { token } = await noroshi.visitor.fetch(sirenRoutes.pair, { body: { code } })
  return new TestScreen(noroshi, token, id)
}

/** Requests the alerts that a screen shows. Other callers get an error. */
export const stateOf = (caller: Caller) => caller.request(sirenRoutes.state)

/**
 * Creates two alert groups with a screen each. Aiko and Ben are in the first one, Chie and the administrator in the
 * other one.
 */
export async function createScreens(noroshi: TestServer, admin: TestUser) {
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  await noroshi.db.deleteFrom('rate_limits').execute()
  const groupId = await createAlertGroup(noroshi, [aiko, ben])
  const otherGroupId = await createAlertGroup(noroshi, [chie])
  await joinAlertGroup(noroshi, otherGroupId, admin)
  const screen = await connectScreen(noroshi, admin, [groupId])
  const otherScreen = await connectScreen(noroshi, admin, [otherGroupId])
  return { aiko, ben, chie, groupId, otherGroupId, screen, otherScreen }
}
