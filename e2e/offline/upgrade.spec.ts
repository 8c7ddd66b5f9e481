import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { Person } from '../fixtures/person.ts'
import { bubble, field, sendText } from '../fixtures/scenes/chat.ts'
import { endCountdown } from '../fixtures/scenes/sos.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { storeNewVersion, waitUntilStored } from '../fixtures/servers/deployment.ts'
import { writeEarlierRelease } from '../fixtures/servers/earlier-release.ts'
import { startServer } from '../fixtures/servers/server.ts'
import { textsIn } from '../fixtures/texts.ts'

const t = textsIn('en')
const STORED = { hasServiceWorker: true }
/** Requests while the server is not there, and the connection that the next server does not know. */
const DISCONNECTED = /net::ERR_|status of 40[04] .*\/(?:socket\.io|assets)\//

/** The application that the page runs: the names of its scripts. */
const scriptsOf = ({ page }: Person) =>
  page.evaluate(() => [...document.querySelectorAll('script[src]')].map((script) => script.getAttribute('src')).join(' '))

test(
  'pages of the release before, with unsent messages, an SOS and a draft, become the new version and lose nothing',
  onlyLong(),
  async () => {
    test.setTimeout(600_000)
    const program = await mkdtemp(path.join(tmpdir(), 'noroshi-release-'))
    const { obstacle } = await writeEarlierRelease(program)
    test.skip(obstacle !== undefined, obstacle)
    const server = await startServer({}, { isFirstStart: true, program })
    const people: Person[] = []
    const signedIn = async (name: string) => {
      const person = await Person.signedIn(server.url, name, STORED)
      person.allowConsoleError(DISCONNECTED)
      people.push(person)
      await waitUntilStored(person.page)
      return person
    }
    try {
      const kenji = await signedIn('Kenji') // keeps the page open
      const aiko = await signedIn('Aiko') // closes it
      const ben = await signedIn('Ben') // reads
      const { id: benId } = await fetchOk(ben, accountRoutes.me)
      const threadWith = async (person: Person) => {
        const { id } = await fetchOk(person, threadRoutes.startPersonal, { body: { recipient: benId } })
        await fetchOk(person, messageRoutes.send, { body: { messageThreadId: id, text: `hello from ${person.name}` } })
        await fetchOk(ben, threadRoutes.accept, { params: { id }, body: { hasAccepted: true } })
        await person.openLive(`/messages/${id}`)
        await expect(bubble(person, `hello from ${person.name}`)).toBeVisible()
        return id
      }
      const threads = [await threadWith(kenji), await threadWith(aiko)] as const
      await ben.openLive(`/messages/${threads[0]}`)
      await expect(bubble(ben, 'hello from Kenji')).toBeVisible()
      const earlier = await scriptsOf(kenji)

      await server.end()
      await sendText(kenji, t, 'unsent in an open page')
      await field(kenji, t).fill('a draft of Kenji')
      await sendText(aiko, t, 'unsent in a closed page')
      await expect(bubble(aiko, 'unsent in a closed page')).toBeVisible()
      await aiko.page.reload()
      await expect(bubble(aiko, 'unsent in a closed page')).toBeVisible()
      await field(aiko, t).fill('a draft of Aiko')
      await aiko.open('/')
      await aiko.page.getByRole('button', { name: t('alerts.sos.hold') }).click()
      await endCountdown(aiko.page, t)
      await expect(aiko.page.getByRole('alertdialog', { name: t('alerts.sos.kept') })).toBeVisible()
      await aiko.page.goto('about:blank')

      await server.restart(0)
      await expect(bubble(ben, 'unsent in an open page')).toBeVisible({ timeout: 60_000 })
      await aiko.open(`/messages/${threads[1]}`)
      const textsOf = async (id: string) =>
        (await fetchOk(ben, messageRoutes.list, { params: { id } })).items.map(({ text }) => text).toSorted()
      await expect.poll(() => textsOf(threads[0])).toEqual(['hello from Kenji', 'unsent in an open page'])
      await expect.poll(() => textsOf(threads[1]), { timeout: 60_000 }).toEqual(['hello from Aiko', 'unsent in a closed page'])
      const raised = async () => (await fetchOk(ben, alertRoutes.list)).items.map(({ raisedBy }) => raisedBy?.firstName)
      await expect.poll(raised, { timeout: 60_000 }).toEqual(['Aiko'])
      for (const alert of (await fetchOk(ben, alertRoutes.list)).items)
        await fetchOk(aiko, alertRoutes.resolve, { body: { AlertId: alert.id } })

      for (const [person, id, text] of [
        [kenji, threads[0], 'unsent in an open page'],
        [aiko, threads[1], 'unsent in a closed page'],
      ] as const) {
        await person.open('/')
        await storeNewVersion(person.page)
        // The earlier release does not offer a reload while there is a draft: the new version starts with the next page.
        await person.page.goto('about:blank')
        await expect
          .poll(async () => (await person.open('/'), scriptsOf(person)), { timeout: 60_000, intervals: [2_000] })
          .not.toBe(earlier)
        await person.open(`/messages/${id}`)
        await expect(bubble(person, text)).toHaveCount(1)
        await expect(bubble(person, `hello from ${person.name}`)).toHaveCount(1)
        await expect(field(person, t)).toHaveText(`a draft of ${person.name}`)
        await sendText(person, t, `now sent by ${person.name}`)
        await expect.poll(() => textsOf(id)).toContain(`now sent by ${person.name}`)
      }
      await expect(bubble(ben, 'now sent by Kenji')).toBeVisible()
      for (const { name, pageErrors } of people) expect(pageErrors, `errors on the page of ${name}`).toEqual([])
    } finally {
      for (const person of people) await person[Symbol.asyncDispose]()
      await server.stop()
      await rm(program, { recursive: true, force: true })
    }
  },
)
