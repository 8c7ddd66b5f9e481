import type { Locator } from '@playwright/test'
import { Person } from '../fixtures/person.ts'
import type { Device, DeviceOptions, Key, Part } from './device.ts'

/** Milliseconds in which a busy machine shows an element. */
const ACTION_TIMEOUT_MS = 30_000
const SOCKET_OF_LEFT_PAGE = /(can’t establish a connection to|The connection to) .*wss?:\/\/\S+\/socket\.io\//

/** A context of Debian's Firefox, controlled by Playwright. */
export class FirefoxDevice implements Device {
  readonly engine = 'firefox'
  readonly name: string
  readonly screen: Device['screen']
  readonly person: Person

  private constructor(person: Person) {
    this.person = person
    this.name = person.name
    this.screen = person.page
  }

  static async start(serverUrl: string, name: string, options: DeviceOptions): Promise<FirefoxDevice> {
    const { width = 360, height = 780, ...others } = options
    const person = await Person.visitor(serverUrl, { ...others, engine: 'firefox', hasServiceWorker: true }, name)
    await person.page.setViewportSize({ width, height })
    person.context.setDefaultTimeout(ACTION_TIMEOUT_MS)
    // Firefox reports each socket whose page was left as an error.
    person.allowConsoleError(SOCKET_OF_LEFT_PAGE)
    return new FirefoxDevice(person)
  }

  async open(path: string) {
    await this.person.open(path)
  }

  async reload() {
    await this.person.page.reload()
  }

  path() {
    return Promise.resolve(new URL(this.person.page.url()).pathname)
  }

  evaluate<Result, Argument>(work: (argument: Argument) => Result | Promise<Result>, argument?: Argument): Promise<Result> {
    // `as`: Playwright unwraps the types of handles in an argument, and this one has none.
    return this.person.page.evaluate(work as (argument: unknown) => Result | Promise<Result>, argument)
  }

  type(text: string) {
    return this.person.page.keyboard.type(text)
  }

  press(key: Key) {
    return this.person.page.keyboard.press(key)
  }

  async hold(part: Part, work: () => Promise<void>) {
    const { mouse } = this.person.page
    await (part as Locator).hover() // `as`: each part of this device is a locator
    await mouse.down()
    await work()
    await mouse.up()
  }

  async resize(width: number, height: number) {
    await this.person.page.setViewportSize({ width, height })
  }

  allowError(pattern: RegExp) {
    this.person.allowConsoleError(pattern)
  }

  errors() {
    return Promise.resolve(this.person.pageErrors)
  }

  screenshot() {
    return this.person.page.screenshot()
  }

  [Symbol.asyncDispose]() {
    return this.person[Symbol.asyncDispose]()
  }
}
