import { expect, type Page } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { callApi, fetchOk } from '../fixtures/servers/api.ts'
import { openWorkerControl, waitForWorker } from '../fixtures/browsers/background-sync.ts'
import { type Caller, createKinds, type Item } from '../fixtures/scenes/cycle-items.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { storedEntries } from '../fixtures/scenes/outbox.ts'
import type { Person } from '../fixtures/person.ts'
import { createRandom } from '../fixtures/random.ts'
import { textsIn } from '../fixtures/texts.ts'
import { DISTURBANCES, FAULTS, UnsteadyClient, writeMessage } from '../fixtures/servers/unsteady-client.ts'

const t = textsIn('en')
const STORED = { hasServiceWorker: true, hasBackgroundSync: true }
const WITHIN = { timeout: 60_000 }

/** Closes the page of a person, who continues by the API. */
async function leave(person: Person): Promise<Caller> {
  const { id } = await fetchOk(person, accountRoutes.me)
  const token = await person.page.evaluate(() => localStorage.getItem('accessToken'))
  await person.page.close()
  return { token, id }
}

/**
 * Waits until the home screen shows that no alert is active. The last page may have been killed before it stored the end
 * of one: the next page alarms until it has received the events that it missed.
 */
async function waitUntilUpToDate(home: Page): Promise<void> {
  await expect(home.getByText(t('alerts.noneActive'))).toBeVisible(WITHIN)
  await expect(home.getByRole('alertdialog')).toHaveCount(0, WITHIN)
}

/** Returns all texts of a thread, in the order in which the server accepted them. */
async function textsOf(url: string, token: string | null, id: string, before: string | null = null): Promise<string[]> {
  const path = messageRoutes.list.path + (before === null ? '?limit=100' : `?limit=100&before=${before}`)
  const { items, nextCursor } = await callApi(url, { ...messageRoutes.list, path }, { params: { id } }, token)
  const older = nextCursor === null ? [] : await textsOf(url, token, id, nextCursor)
  return [...older, ...items.map(({ text }) => text)]
}

const CYCLES = 100

// A tab that starts while others are killed may wait for the processor; the cycles ask what is lost, not how long it takes.
test.use({ actionTimeout: 60_000 })

for (const run of [1, 2])
  test(
    `in ${CYCLES} random cycles of lost servers, killed tabs and reloads, a client loses nothing and sends nothing twice (run ${run})`,
    onlyLong(),
    async ({ server, visitor, signedIn }) => {
      test.setTimeout(120_000 + CYCLES * 90_000)
      const seed = Number(process.env['NOROSHI_SEED'] ?? Date.now() % 2 ** 31)
      process.stdout.write(`The seed of the ${CYCLES} cycles is ${seed}: NOROSHI_SEED=${seed} repeats them.\n`)
      const random = createRandom(seed)
      const kenji = await createAdministrator(server, visitor, {})
      const ben = await signedIn('Ben')
      const aiko = await signedIn('Aiko', STORED)
      for (const person of [kenji, ben, aiko]) person.allowConsoleError(/./)
      const observer = await leave(ben)
      const { id: threadId } = await fetchOk(aiko, threadRoutes.createGroup, {
        body: { name: 'Hillside', description: '', recipients: [observer.id] },
      })
      const chat = `/messages/${threadId}`
      await waitForWorker(aiko)
      const control = await openWorkerControl(aiko)
      const author = await leave(aiko)
      const { kinds, refused, activeAlerts } = await createKinds(server.url, author, await leave(kenji), observer)
      const client = new UnsteadyClient(aiko, server, random.next)
      const written = await textsOf(server.url, author.token, threadId)
      /** Items that no user changes afterwards, so that the end of the test detects a late retry. */
      const lasting: Item[] = []
      const write = async (tab: Page, text: string) => {
        await writeMessage(tab, text)
        written.push(text)
      }

      for (let cycle = 0; cycle < CYCLES; cycle++) {
        const name = `cycle ${cycle}`
        // Each kind comes first.
        const [kind, create] = (cycle < kinds.length ? kinds[cycle] : undefined) ?? random.pick(kinds)
        const fault = kind === 'refused' ? 'no network' : random.pick(FAULTS)
        const [first, second] = [random.pick(DISTURBANCES), random.pick(DISTURBANCES)]
        const isClosed = random.next() < 0.4
        await test.step(`${name}: ${kind}, ${fault}, ${first}, ${second}, ${isClosed ? 'closed' : 'open'} at its end`, async () => {
          await waitUntilUpToDate(await client.open('/'))
          const item = await create(name)
          let tab = await client.open(chat)
          const other = await client.open(item.path)
          await expect(item.ready(other)).toBeVisible(WITHIN)
          // The alarm covers this tab too, until it is answered in the other one.
          if (kind === 'answer') await expect(tab.getByRole('alertdialog')).toBeVisible(WITHIN)
          await client.begin(fault)
          await item.meanwhile?.()
          await item.write(other)
          if (kind === 'answer') await expect(tab.getByRole('alertdialog')).toHaveCount(0)
          await write(tab, `${name} a`)
          tab = await client.disturb(tab, first, chat)
          await write(tab, `${name} b`)
          tab = await client.disturb(tab, second, chat)
          await write(tab, `${name} c`)
          if (isClosed) await client.killAll()
          await client.end(fault)
          if (isClosed) await control.fireSync()
          await item.verify()
          if (kind === 'comment' || kind === 'draft') lasting.push(item)
          // The next page sends the entries that the worker could not send, such as the texts of a tab that was killed
          // at once.
          const next = await client.open('/')
          await expect.poll(() => textsOf(server.url, author.token, threadId), WITHIN).toEqual(written)
          await expect.poll(async () => (await storedEntries(next)).length, WITHIN).toBe(refused.length)
          const notice = next.getByRole('complementary', { name: t('outbox.notSent') })
          if (refused.length > 0) await expect(notice).toContainText(t('outbox.refused', { count: refused.length }))
          await client.killAll()
        })
      }
      const last = await client.open('/')
      await last.getByRole('button', { name: t('outbox.show') }).click()
      for (const text of refused) await expect(last.getByRole('dialog', { name: t('outbox.notSent') })).toContainText(text)
      for (const item of lasting) await item.verify()
      expect(await activeAlerts()).toEqual([])
    },
  )
