import { type Browser, chromium, type Page } from '@playwright/test'

/** The count in the emergency dialog at a time (`Date.now()`). */
export interface Counted {
  readonly at: number
  readonly count: number
}

/** Milliseconds between two checks of the dialog. */
const CHECK_MS = 20
/** Milliseconds until the page is connected, its lists and its map are loaded, and its files are stored. */
const START_MS = 10_000

/** A browser with the home page of a signed-in user, which records the count of the emergency dialog. */
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
    await context.addInitScript({ content: RECORDER })
    const page = await context.newPage()
    await page.goto(url)
    await page.getByRole('button', { name: /SOS/ }).first().waitFor()
    await page.waitForTimeout(START_MS)
    return new DialogPage(browser, page)
  }

  /** The changes of the dialog's count, in order. */
  counted(): Promise<Counted[]> {
    return this.#page.evaluate<Counted[]>('window.countedInDialog')
  }

  end(): Promise<void> {
    return this.#browser.close()
  }
}

/** Runs in the page: counts the shown alert and the number of 'n more'. */
const RECORDER = `
  const counted = window.countedInDialog = []
  setInterval(() => {
    const dialog = document.querySelector('[role=alertdialog]')
    const more = /\\d+/.exec(dialog?.querySelector('button[aria-expanded] b')?.textContent ?? '')
    const count = dialog === null ? 0 : 1 + Number(more ?? 0)
    if (counted.at(-1)?.count !== count) counted.push({ at: Date.now(), count })
  }, ${CHECK_MS})
`

/**
 * Returns the milliseconds from the acceptance of each alert until the dialog counted it for good, without a lower count later;
 * Infinity if the dialog never counted it.
 */
export function countDelays(acceptedAt: readonly number[], counted: readonly Counted[]): number[] {
  /** The lowest count at each time and later, computed from the end. */
  const lasting = counted.toReversed().reduce<Counted[]>((result, { at, count }) => {
    const least = Math.min(count, result.at(-1)?.count ?? Infinity)
    result.push({ at, count: least })
    return result
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
