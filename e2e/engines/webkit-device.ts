import { setTimeout as sleep } from 'node:timers/promises'
import type { Device, DeviceOptions, Key, Part } from './device.ts'
import { startWebKit, type WebDriverSession } from './web-driver.ts'
import { WebKitPart } from './webkit-part.ts'

/** The narrowest window of WebKitGTK's MiniBrowser, whose tool bar is that wide. */
export const WEBKIT_WIDTH_MIN = 447
const RESIZE_ATTEMPTS = 8
/** The code points of keys in WebDriver. */
const KEYS: Record<Key, string> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  End: '\uE010',
  Home: '\uE011',
  Backspace: '\uE003',
}
/** A line of the browser's output that is an error of a page's console, or an error that no code caught. */
const ERROR = /CONSOLE (?:JS |NETWORK |SECURITY |\w+ )?ERROR/

/** Debian's WebKitGTK, controlled by its driver. */
export class WebKitDevice implements Device {
  readonly engine = 'webkit'
  readonly name: string
  readonly screen: WebKitPart
  readonly #url: string
  readonly #session: WebDriverSession
  readonly #lines: string[]
  readonly #allowed: RegExp[] = []

  private constructor(url: string, name: string, session: WebDriverSession, lines: string[]) {
    this.#url = url
    this.name = name
    this.#session = session
    this.#lines = lines
    this.screen = new WebKitPart(session)
  }

  static async start(url: string, name: string, options: DeviceOptions): Promise<WebKitDevice> {
    const { language = 'en', width = WEBKIT_WIDTH_MIN, height = 780 } = options
    const lines: string[] = []
    const session = await startWebKit(language, (line) => lines.push(line))
    const device = new WebKitDevice(url, name, session, lines)
    await device.resize(Math.max(width, WEBKIT_WIDTH_MIN), height)
    return device
  }

  open(path: string) {
    return this.#session.send<void>('POST', '/url', { url: this.#url + path })
  }

  reload() {
    return this.#session.send<void>('POST', '/refresh', {})
  }

  async path() {
    return new URL(await this.#session.send<string>('GET', '/url')).pathname
  }

  async evaluate<Result, Argument>(work: (argument: Argument) => Result | Promise<Result>, argument?: Argument): Promise<Result> {
    const script = `const done = arguments[1]
      Promise.resolve(arguments[0]).then(${work.toString()}).then((result) => done({ result }), (error) => done({ error: String(error) }))`
    const args = [argument ?? null]
    const reply = await this.#session.send<{ result: Result } | { error: string }>('POST', '/execute/async', { script, args })
    if ('error' in reply) throw new Error(reply.error)
    return reply.result
  }

  type(text: string) {
    return this.#pressAll(Array.from(text))
  }

  press(key: Key) {
    return this.#pressAll([KEYS[key]])
  }

  async #pressAll(values: readonly string[]): Promise<void> {
    const actions = values.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await this.#session.send('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  async hold(part: Part, work: () => Promise<void>) {
    const { x, y } = await (part as WebKitPart).centre() // `as`: each part of this device is one
    await this.#point([
      { type: 'pointerMove', x, y, duration: 50 },
      { type: 'pointerDown', button: 0 },
    ])
    await work()
    await this.#point([{ type: 'pointerUp', button: 0 }])
  }

  async #point(actions: readonly object[]): Promise<void> {
    const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }
    await this.#session.send('POST', '/actions', { actions: [mouse] })
  }

  /** Resizes the window until the page in it has this size. */
  async resize(width: number, height: number) {
    for (let attempt = 0; attempt < RESIZE_ATTEMPTS; attempt++) {
      const page = await this.evaluate(() => ({ width: innerWidth, height: innerHeight }))
      if (page.width === width && page.height === height) return
      const frame = await this.#session.send<{ width: number; height: number }>('GET', '/window/rect')
      const size = { width: frame.width + width - page.width, height: frame.height + height - page.height }
      await this.#session.send('POST', '/window/rect', size)
      await sleep(200)
    }
    throw new Error(`the page has not become ${width} x ${height} px large`)
  }

  allowError(pattern: RegExp) {
    this.#allowed.push(pattern)
  }

  async errors() {
    const isUnexpected = (line: string) => ERROR.test(line) && !this.#allowed.some((pattern) => pattern.test(line))
    return Promise.resolve(this.#lines.filter(isUnexpected))
  }

  async screenshot() {
    return Buffer.from(await this.#session.send<string>('GET', '/screenshot'), 'base64')
  }

  [Symbol.asyncDispose]() {
    return this.#session.end()
  }
}
