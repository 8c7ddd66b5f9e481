import { expect, test as base } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { callApi } from '../fixtures/servers/api.ts'
import { PASSWORD } from '../fixtures/person.ts'
import { type RunningServer, startServer } from '../fixtures/servers/server.ts'
import type { Device, DeviceOptions, OtherEngine, Part } from './device.ts'
import { FirefoxDevice } from './firefox-device.ts'
import { WebKitDevice } from './webkit-device.ts'

/** A user without a browser. */
export interface User {
  readonly id: string
  readonly email: string
  readonly accessToken: string
  readonly call: <R extends Parameters<typeof callApi>[1]>(
    route: R,
    sent?: Parameters<typeof callApi>[2],
  ) => ReturnType<typeof callApi<R>>
}

interface EngineJourney {
  readonly engine: OtherEngine
  readonly server: RunningServer
  /** Registers a user. */
  readonly user: (firstName: string, setupCode?: string) => Promise<User>
  /** Starts a browser without a session. */
  readonly visitor: (options?: DeviceOptions) => Promise<Device>
  /** Starts a browser in which the user is signed in. */
  readonly deviceOf: (user: User, name: string, options?: DeviceOptions) => Promise<Device>
}

/** Each journey has its own server. At its end, no page may have an unexpected error. */
export const test = base.extend<EngineJourney & { devices: Device[] }>({
  engine: ['firefox', { option: true }],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  server: async ({}, use) => {
    const server = await startServer()
    await use(server)
    await server.stop()
  },
  user: async ({ server }, use) => {
    await use((firstName, setupCode) => register(server.url, firstName, setupCode))
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  devices: async ({}, use, testInfo) => {
    const devices: Device[] = []
    await use(devices)
    if (testInfo.status !== testInfo.expectedStatus)
      for (const device of devices) {
        const body = await device.screenshot().catch(() => null)
        if (body) await testInfo.attach(device.name, { body, contentType: 'image/png' })
      }
    const errors = await Promise.all(devices.map((device) => device.errors()))
    for (const device of devices) await device[Symbol.asyncDispose]()
    for (const [index, { name }] of devices.entries()) expect(errors[index], `errors on the page of ${name}`).toEqual([])
  },
  visitor: async ({ server, engine, devices }, use) => {
    await use((options) => start(engine, server.url, 'visitor', devices, options))
  },
  deviceOf: async ({ server, engine, devices }, use) => {
    await use(async (user, name, options) => {
      const device = await start(engine, server.url, name, devices, options)
      await device.open('/favicon.svg') // a page of the origin without the application
      await device.evaluate((token) => localStorage.setItem('accessToken', token), user.accessToken)
      await device.open('/')
      return device
    })
  },
})

async function start(
  engine: OtherEngine,
  url: string,
  name: string,
  devices: Device[],
  options: DeviceOptions = {},
): Promise<Device> {
  const device = await (engine === 'firefox' ? FirefoxDevice : WebKitDevice).start(url, name, options)
  devices.push(device)
  return device
}

async function register(url: string, firstName: string, setupCode?: string): Promise<User> {
  const email = `${firstName.toLowerCase()}@example.org`
  const registration = { firstName, lastName: '', email, password: PASSWORD, confirmPassword: PASSWORD }
  const { id } = await callApi(url, accountRoutes.register, {
    body: { ...registration, ...(setupCode !== undefined && { setupCode }) },
  })
  const { accessToken } = await callApi(url, accountRoutes.login, { body: { email, password: PASSWORD } })
  return { id, email, accessToken, call: (route, sent = {}) => callApi(url, route, sent, accessToken) }
}

/** Expects that the first of these elements becomes visible. */
export const expectShown = (part: Part, timeout?: number): Promise<void> =>
  part.first().waitFor(timeout === undefined ? {} : { timeout })

/** Expects that the page gets a path that matches. */
export const expectPath = (device: Device, pattern: RegExp): Promise<void> =>
  expect.poll(() => device.path(), { timeout: 30_000 }).toMatch(pattern)
