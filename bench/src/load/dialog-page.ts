import { type Browser, chromium, type Page } from '@playwright/test'

/** What the emergency dialog said at a moment, by the clock of all processes (`Date.now()`). */
export interface Counted {
  readonly at: number
  readonly count: number
}

/** Milliseconds between two looks at the dialog. */
const LOOK_MS = 20

/** A person at home in a real browser, with whatever comes up on their page. */
export class DialogPage {
  readonly #browser: Browser
  readonly #page: Page
  private constructor(browser: Browser, page: Page) {
    this.#browser = browser
    this.#page = page
  }

  static async open(url: string, token: string): Promise<DialogPage> {
    const browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      chromiumSandbox: false,
      args: ['--disable-dev-shm-usage', '--enable-unsafe-swiftshader', '--use-angle=swiftshader', '--ignore-gpu-blocklist'],
    })
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' })
    await context.addInitScript((value) => localStorage.setItem('accessToken', value), token)
    await context.addInitScript({ content: WATCHING })
    const page = await context.newPage()
    await page.goto(url)
    await page.getByRole('button', { name: /SOS/ }).first().waitFor()
    await page.waitForTimeout(2000) // connected, and its first lists loaded
    return new DialogPage(browser, page)
  }

  /** Each change of the number of alerts that the dialog counts, in order. */
  counted(): Promise<Counted[]> {
    return this.#page.evaluate<Counted[]>('window.countedInDialog')
  }

  end(): Promise<void> {
    return this.#browser.close()
  }
}

/** Runs in the page: the alert that is shown, and the 'n more' beside it. */
const WATCHING = `
  const counted = window.countedInDialog = []
  setInterval(() => {
    const dialog = document.querySelector('[role=alertdialog]')
    const more = /\\d+/.exec(dialog?.querySelector('button[aria-expanded] b')?.textContent ?? '')
    const count = dialog === null ? 0 : 1 + Number(more ?? 0)
    if (counted.at(-1)?.count !== count) counted.push({ at: Date.now(), count })
  }, ${LOOK_MS})
`

/**
 * For each of the alerts that were accepted at these moments, how long it took until the dialog counted that many and never fewer
 * again; Infinity for what was never counted.
 */
export function untilCounted(acceptedAt: readonly number[], counted: readonly Counted[]): number[] {
  /** From the end: what the dialog never fell below from each moment on. */
  const lasting = counted.toReversed().reduce<Counted[]>((kept, { at, count }) => {
    const least = Math.min(count, kept.at(-1)?.count ?? Infinity)
    kept.push({ at, count: least })
    return kept
  }, [])
  lasting.reverse()
  let step = 0
  return acceptedAt
    .toSorted((a, b) => a - b)
    .map((at, index) => {
      while (step < lasting.length && (lasting[step]?.count ?? 0) <= index) step++
      return Math.max(0, (lasting[step]?.at ?? Infinity) - at)
    })
}
