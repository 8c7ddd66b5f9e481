import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { getByLabelSelector, getByRoleSelector, getByTextSelector } from 'ivya'
import type { Part } from './device.ts'
import { ELEMENT, WebDriverError, type WebDriverSession } from './web-driver.ts'

const TIMEOUT_MS = 30_000
const POLL_MS = 100
/** Errors of an element that was replaced, moved or covered while it was used: the action is repeated. */
const PASSING = /^(stale element reference|no such element|element click intercepted|element not interactable|javascript error)$/

/** A reference to an element in WebDriver's JSON. */
type Reference = Record<typeof ELEMENT, string>

/** Ivya finds elements as Playwright does: by role and name, label or text. */
const IVYA = readIvya()

function readIvya(): string {
  const index = import.meta.resolve('ivya')
  const [, file] = /from "(\.\/[^"]+)"/.exec(readFileSync(new URL(index), 'utf8')) ?? []
  const [code, exports] = readFileSync(new URL(file ?? '', index), 'utf8').split(/^export (?=\{[^{}]*\};?\s*$)/m)
  if (code === undefined || exports === undefined) throw new Error('the module of ivya has an unexpected format')
  return `if (!window.ivya) { ${code}; window.ivya = Ivya.create({ browser: 'webkit' }) }\n`
}

/** Elements in WebKit, found by a selector of Playwright's syntax. */
export class WebKitPart implements Part {
  readonly #session: WebDriverSession
  readonly #selector: string

  constructor(session: WebDriverSession, selector = '') {
    this.#session = session
    this.#selector = selector
  }

  #within(selector: string): WebKitPart {
    return new WebKitPart(this.#session, this.#selector === '' ? selector : `${this.#selector} >> ${selector}`)
  }

  getByRole(...args: Parameters<Part['getByRole']>) {
    return this.#within(getByRoleSelector(...args))
  }
  getByText(...args: Parameters<Part['getByText']>) {
    return this.#within(getByTextSelector(...args))
  }
  getByLabel(...args: Parameters<Part['getByLabel']>) {
    return this.#within(getByLabelSelector(...args))
  }
  locator(css: string) {
    return this.#within(`css=${css}`)
  }
  filter({ hasText }: { hasText: string | RegExp }) {
    return this.#within(`internal:has-text=${getByTextSelector(hasText).replace('internal:text=', '')}`)
  }
  first() {
    return this.#within('nth=0')
  }
  last() {
    return this.#within('nth=-1')
  }

  async #elements(): Promise<Reference[]> {
    const find = 'return ivya.queryLocatorSelectorAll(arguments[0])'
    const execute = (script: string) =>
      this.#session.send<Reference[]>('POST', '/execute/sync', { script, args: [this.#selector] })
    try {
      return await execute(find)
    } catch (error) {
      if (!(error instanceof WebDriverError)) throw error
      return execute(IVYA + find) // a new document
    }
  }

  #read<Result>(reference: Reference, script: string): Promise<Result> {
    return this.#session.send<Result>('POST', '/execute/sync', { script, args: [reference] })
  }

  /** Returns the first visible element, or the first one. */
  async #find({ isVisible }: { isVisible: boolean }): Promise<Reference> {
    const end = Date.now() + TIMEOUT_MS
    for (;;) {
      const found = await this.#pick(isVisible).catch(ignorePassing)
      if (found) return found
      if (Date.now() > end) throw new Error(`not found: ${this.#selector}`)
      await sleep(POLL_MS)
    }
  }

  async #pick(isVisible: boolean): Promise<Reference | undefined> {
    const references = await this.#elements()
    if (!isVisible) return references[0]
    for (const each of references) if (await this.#isShown(each)) return each
    return undefined
  }

  #isShown(reference: Reference): Promise<boolean> {
    return this.#read(
      reference,
      `const { width, height } = arguments[0].getBoundingClientRect()
      return width > 0 && height > 0 && getComputedStyle(arguments[0]).visibility !== 'hidden'`,
    )
  }

  #place(reference: Reference): Promise<string> {
    return this.#read(
      reference,
      `const { x, y, width, height } = arguments[0].getBoundingClientRect()
      return [x, y, width, height].join()`,
    )
  }

  /** Repeats an action on the element until nothing prevents it. */
  async #act(action: (id: string, reference: Reference) => Promise<unknown>, isVisible = true): Promise<void> {
    const end = Date.now() + TIMEOUT_MS
    for (;;) {
      const reference = await this.#find({ isVisible })
      try {
        await action(reference[ELEMENT], reference)
        return
      } catch (error) {
        ignorePassing(error)
        if (Date.now() > end) throw new Error(`${this.#selector}: ${String(error)}`, { cause: error })
        await sleep(POLL_MS)
      }
    }
  }

  click() {
    return this.#act(async (id, reference) => {
      const isEnabled = await this.#read<boolean>(
        reference,
        `arguments[0].scrollIntoView({ block: 'center' })
        return !arguments[0].disabled && arguments[0].ariaDisabled !== 'true'`,
      )
      if (!isEnabled) throw new WebDriverError('element not interactable', 'it is disabled')
      const place = await this.#place(reference)
      await sleep(POLL_MS)
      if (place !== (await this.#place(reference))) throw new WebDriverError('element not interactable', 'it moves')
      await this.#session.send('POST', `/element/${id}/click`, {})
    })
  }
  fill(text: string) {
    return this.#act(async (id, reference) => {
      if (await this.#read<boolean>(reference, 'return !!arguments[0].readOnly'))
        throw new WebDriverError('element not interactable', 'it is read-only')
      await this.#session.send('POST', `/element/${id}/clear`, {})
      await this.#session.send('POST', `/element/${id}/value`, { text })
    })
  }
  setInputFiles(path: string) {
    return this.#act((id) => this.#session.send('POST', `/element/${id}/value`, { text: path }), false)
  }

  async waitFor({ state = 'visible', timeout = TIMEOUT_MS }: Parameters<Part['waitFor']>[0] = {}): Promise<void> {
    const end = Date.now() + timeout
    for (;;) {
      const isReached = await this.#isIn(state).catch(ignorePassing)
      if (isReached) return
      if (Date.now() > end) throw new Error(`not ${state} after ${timeout} ms: ${this.#selector}`)
      await sleep(POLL_MS)
    }
  }

  async #isIn(state: 'visible' | 'hidden' | 'attached' | 'detached'): Promise<boolean> {
    if (state === 'attached') return (await this.count()) > 0
    if (state === 'detached') return (await this.count()) === 0
    return (await this.isVisible()) === (state === 'visible')
  }

  async count() {
    return (await this.#elements()).length
  }
  async isVisible() {
    return (await this.#pick(true)) !== undefined
  }
  async isEnabled() {
    return this.#read<boolean>(
      await this.#find({ isVisible: false }),
      "return !arguments[0].disabled && arguments[0].ariaDisabled !== 'true'",
    )
  }
  async textContent() {
    return this.#read<string | null>(await this.#find({ isVisible: false }), 'return arguments[0].textContent')
  }
  async inputValue() {
    return this.#read<string>(await this.#find({ isVisible: false }), 'return arguments[0].value')
  }
  async evaluate<Result>(read: (element: HTMLElement) => Result): Promise<Result> {
    return this.#read<Result>(await this.#find({ isVisible: false }), `return (${read.toString()})(arguments[0])`)
  }

  /** Scrolls the element into the window and returns its centre in CSS pixels. */
  async centre(): Promise<{ x: number; y: number }> {
    return this.#read(
      await this.#find({ isVisible: true }),
      `arguments[0].scrollIntoView({ block: 'center' })
      const { x, y, width, height } = arguments[0].getBoundingClientRect()
      return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }`,
    )
  }
}

/** Ignores an error after which an action is repeated. @throws any other error */
function ignorePassing(error: unknown): undefined {
  if (!(error instanceof WebDriverError) || !PASSING.test(error.code)) throw error
  return undefined
}
