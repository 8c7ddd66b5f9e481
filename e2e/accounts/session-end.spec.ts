import { expect } from '@playwright/test'
import { sessionRoutes } from '@noroshi/contract/accounts/sessions.http'
import { fetchOk } from '../fixtures/servers/api.ts'
import { openWorkerControl, waitForWorker } from '../fixtures/browsers/background-sync.ts'
import { field, sendText, startChat } from '../fixtures/scenes/chat.ts'
import { onlyLong } from '../fixtures/long.ts'
import { test } from '../fixtures/journey.ts'
import { storedEntries } from '../fixtures/scenes/outbox.ts'
import type { Person, PersonOptions } from '../fixtures/person.ts'
import { storedOn } from '../fixtures/scenes/stored.ts'
import { textsIn } from '../fixtures/texts.ts'

const t = textsIn('en')
const STORED = { hasServiceWorker: true }
/** The only row that remains in IndexedDB: it states that the rows on disk have no owner. */
const LEFT = { 'noroshi-entities/meta': ['""'] }
/** Returns the keys of local storage that do not belong to the device. */
const keysOfUser = (stored: Record<string, string[]>) =>
  stored['localStorage']?.filter((key) => !/^(deviceId|language|unitName)$/.test(key)) ?? []

/** Signs a user in who writes a draft and a message that cannot be sent, and waits until the device has stored both. */
async function signInAndWrite(signedIn: (name: string, options?: PersonOptions) => Promise<Person>): Promise<Person> {
  const person = await signedIn('Aiko', STORED)
  await signedIn('Ben')
  person.allowConsoleError(/net::ERR_FAILED|status of 401/)
  await startChat(person, t, 'Ben')
  await sendText(person, t, 'hello')
  await waitForWorker(person)
  await person.page.route(/\/backend\/api\/messages$/, (route) => route.abort())
  await sendText(person, t, 'the bridge is closed')
  await field(person, t).fill('the hill road')
  await expect.poll(() => storedEntries(person.page)).toHaveLength(1)
  await expect.poll(async () => Object.keys(await storedOn(person.page))).toContain('noroshi-entities/rows')
  return person
}

/** Ends the session of a person from another device of theirs. */
async function revoke(tablet: Person): Promise<void> {
  const { items } = await fetchOk(tablet, sessionRoutes.list)
  await fetchOk(tablet, sessionRoutes.end, { params: { id: items.find(({ isCurrent }) => !isCurrent)?.id ?? '' } })
}

test(
  'a session that is revoked while its page is open leaves nothing of its user on the device, and says so',
  onlyLong(),
  async ({ signedIn, otherDevice }) => {
    const aiko = await signInAndWrite(signedIn)
    await revoke(await otherDevice(aiko))
    await aiko.page.waitForURL('**/login')
    await expect(aiko.page.getByText(t('accounts.unsentDeleted'))).toBeVisible()
    await expect.poll(async () => ({ ...(await storedOn(aiko.page)), localStorage: undefined })).toEqual(LEFT)
    expect(keysOfUser(await storedOn(aiko.page))).toEqual([])
  },
)

test(
  'a session that is revoked while no page is open: the service worker deletes its rows, and the next page the rest',
  onlyLong(),
  async ({ signedIn, otherDevice }) => {
    const aiko = await signInAndWrite(signedIn)
    const tablet = await otherDevice(aiko)
    const control = await openWorkerControl(aiko)
    await aiko.page.close()
    await revoke(tablet)
    await control.fireSync()
    await control.page.goto(`${aiko.url}/favicon.svg`) // runs none of the application's code
    await expect.poll(async () => ({ ...(await storedOn(control.page)), localStorage: undefined })).toEqual(LEFT)
    expect(keysOfUser(await storedOn(control.page))).toContain('accessToken')

    await control.page.goto(`${aiko.url}/messages`)
    await control.page.waitForURL('**/login')
    await expect.poll(async () => keysOfUser(await storedOn(control.page))).toEqual([])
  },
)
