import { expect, type Page } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { type Message, messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { waitForWorker } from '../fixtures/browsers/background-sync.ts'
import { killTab } from '../fixtures/browsers/kill-tab.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { rowsOf } from '../fixtures/servers/contents.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { createRandom } from '../fixtures/random.ts'
import { textsIn } from '../fixtures/texts.ts'

const t = textsIn('en')
const ROUNDS = 5
/** Changes of each tab in a round. */
const CHANGES = 4
const WITHIN = { timeout: 60_000 }
const DELETED = '(deleted)'
const EMOJI = ['👍', '🙏', '😮'] as const

/** A message as a page shows it. */
interface Shown {
  readonly seq: number
  readonly text: string
  readonly isEdited: boolean
  /** The text of the quote; null without one. */
  readonly quote: string | null
  /** Such as '👍 2', in any order. */
  readonly reactions: readonly string[]
}

/** Returns the messages that the chat of a page shows, and which of them can still be changed. */
const linesOf = (page: Page) =>
  page.locator('[data-seq]').evaluateAll((lines) =>
    lines.map((line) => {
      const words = line.querySelector('[data-bubble] > div > span')
      const quote = line.querySelector('[data-bubble] > button')
      return {
        seq: Number(line.getAttribute('data-seq')),
        text: words?.textContent ?? '',
        isDeleted: words?.hasAttribute('data-note') ?? false,
        isMine: line.querySelector('[data-mine]') !== null,
        isEdited: [...line.querySelectorAll('button')].some(({ textContent }) => textContent === 'edited'),
        quote: quote?.querySelector('span')?.textContent ?? null,
        reactions: [...line.querySelectorAll('[data-reactions] button')].map(({ textContent }) => textContent ?? ''),
      }
    }),
  )

const shownOn = async (page: Page): Promise<Shown[]> =>
  (await linesOf(page)).map(({ seq, text, isDeleted, isEdited, quote, reactions }) => ({
    seq,
    text: isDeleted ? DELETED : text,
    isEdited,
    quote: quote === t('messages.deleted') ? DELETED : quote,
    reactions: reactions.toSorted(),
  }))

/** Returns a message of the server as a page shows it. */
const shownOf = ({ seq, text, deletion, editedAt, quote, reactions = [] }: Message): Shown => ({
  seq,
  text: deletion ? DELETED : text,
  isEdited: editedAt !== undefined,
  quote: quote ? (quote.isDeleted ? DELETED : quote.text) : null,
  reactions: reactions.map(({ emoji, count }) => emoji + count).toSorted(),
})

const lineOf = (page: Page, seq: number) => page.locator(`[data-seq="${seq}"]`)

async function openItem(page: Page, seq: number, name: string): Promise<void> {
  await lineOf(page, seq)
    .locator('[data-bubble]')
    .click({ button: 'right', position: { x: 12, y: 12 } })
  await page.getByRole('menuitem', { name, exact: true }).click()
}

async function write(page: Page, name: string, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name })
  await field.fill(text)
  await field.press('Enter')
}

async function remove(page: Page, seq: number): Promise<void> {
  await openItem(page, seq, t('messages.delete'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('chrome.delete') })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test(
  `in ${ROUNDS} rounds, tabs of two users change messages without a connection, a tab and the server are killed, and all show the same`,
  onlyLong(),
  async ({ server, signedIn }) => {
    test.setTimeout(120_000 + ROUNDS * 120_000)
    const seed = Number(process.env['NOROSHI_SEED'] ?? Date.now() % 2 ** 31)
    process.stdout.write(`The seed of the ${ROUNDS} rounds is ${seed}: NOROSHI_SEED=${seed} repeats them.\n`)
    const random = createRandom(seed)
    const aiko = await signedIn('Aiko', { wide: true, hasServiceWorker: true })
    const ben = await signedIn('Ben', { wide: true, hasServiceWorker: true })
    for (const person of [aiko, ben]) person.allowConsoleError(/./)
    const { id: benId } = await fetchOk(ben, accountRoutes.me)
    const { id } = await fetchOk(aiko, threadRoutes.createGroup, { body: { name: 'Night watch', recipients: [benId] } })
    for (const person of [aiko, ben, aiko, ben])
      await fetchOk(person, messageRoutes.send, { body: { messageThreadId: id, text: `begin ${person.name}` } })
    for (const person of [aiko, ben]) await waitForWorker(person)
    const open = async (person: typeof aiko) => {
      const page = await person.context.newPage()
      await page.goto(`${person.url}/messages/${id}`)
      await expect(lineOf(page, 4)).toBeVisible()
      return page
    }
    const [kept, other] = [await open(aiko), await open(ben)]
    const written: string[] = []
    const serverShows = async () => {
      const { items } = await fetchOk(
        aiko,
        { ...messageRoutes.list, path: `${messageRoutes.list.path}?limit=100` },
        { params: { id } },
      )
      return items.map(shownOf)
    }

    /** Makes one change in a tab, of a message that it shows. */
    async function change(page: Page, name: string): Promise<void> {
      const all = (await linesOf(page)).filter(({ isDeleted }) => !isDeleted)
      const own = all.filter(({ isMine }) => isMine)
      const kind = random.pick(['send', 'reply', 'reply', 'edit', 'edit', 'react', 'react', 'delete'] as const)
      if (kind === 'reply' && all.length > 0) await openItem(page, random.pick(all).seq, t('messages.reply'))
      else if (kind === 'react' && all.length > 0)
        return openItem(page, random.pick(all).seq, t('messages.reactWith', { emoji: random.pick(EMOJI) }))
      else if (kind === 'delete' && own.length > 1) return remove(page, random.pick(own).seq)
      else if (kind === 'edit' && own.length > 0) {
        await openItem(page, random.pick(own).seq, t('messages.edit'))
        return write(page, t('messages.editing'), `${name} edited`)
      }
      written.push(name)
      return write(page, t('messages.write'), name)
    }

    for (let round = 0; round < ROUNDS; round++) {
      await test.step(`round ${round}`, async () => {
        const killed = await open(aiko)
        for (const { context } of [aiko, ben]) await context.setOffline(true)
        const changesIn = async (page: Page, tab: string) => {
          for (let number = 0; number < CHANGES; number++) await change(page, `${round}${tab}${number}`)
        }
        // One after another, so that the seed repeats them.
        await changesIn(kept, 'a')
        await changesIn(killed, 'b')
        await killTab(killed)
        await changesIn(other, 'c')
        await server.kill()
        for (const { context } of [aiko, ben]) await context.setOffline(false)
        await changesIn(kept, 'd')
        await server.restart(0)
        // It has what the killed tab had stored.
        const next = await open(aiko)
        for (const page of [next, kept, other]) await expect(page.getByText(t('outbox.waiting'))).toHaveCount(0, WITHIN)
        await expect
          .poll(async () => {
            const expected = JSON.stringify(await serverShows())
            const pages = await Promise.all([next, kept, other].map(async (page) => JSON.stringify(await shownOn(page))))
            return pages.filter((shown) => shown !== expected)
          }, WITHIN)
          .toEqual([])
        await next.close()
      })
    }
    const shown = await serverShows()
    expect(shown.map(({ seq }) => seq)).toEqual(shown.map((_, index) => index + 1))
    const count = shown.length - 4
    expect(count, 'each message was sent once').toBe(written.length)
    const rows = (await rowsOf(server)).get('messages') ?? ''
    for (const { text } of shown.filter((message) => message.text !== DELETED)) expect(rows).toContain(text)
    expect(shown.some(({ text }) => text === DELETED)).toBe(true)
  },
)
