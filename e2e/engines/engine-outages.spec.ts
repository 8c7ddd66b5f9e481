import { expect } from '@playwright/test'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { textsIn } from '../fixtures/texts.ts'
import { createChatOf } from './chat-of.ts'
import { expectShown, test } from './engine-journey.ts'

const en = textsIn('en')

test('without the server the application starts again from the device, and sends once what was written then', async ({
  engine,
  server,
  user,
  deviceOf,
}) => {
  // No service worker becomes active in WebKitGTK’s automation. A page that is open keeps and sends what is written.
  const canStartOffline = engine !== 'webkit'
  const [aiko, ben] = await Promise.all([user('Aiko'), user('Ben')])
  const threadId = await createChatOf(aiko, ben)
  const device = await deviceOf(aiko, 'Aiko')
  const { screen } = device
  device.allowError(/./) // each engine reports failed requests and sockets in its own words
  if (canStartOffline) await expect.poll(() => device.evaluate(workerState), { timeout: 120_000 }).toBe('activated')
  await device.open(`/messages/${threadId}`)
  await expectShown(screen.getByRole('log').getByText('hi', { exact: true }))
  await expect.poll(() => device.evaluate(storedTexts), { timeout: 20_000 }).toContain('"text":"hi"')

  await server.kill()
  if (canStartOffline) await device.reload()
  await expectShown(screen.getByText(en('chrome.notConnected')), 30_000)
  await expectShown(screen.getByRole('log').getByText('hi', { exact: true }))
  await screen.getByRole('textbox', { name: en('messages.write') }).fill('Is the road open?')
  await device.press('Enter')
  await expectShown(screen.getByRole('log').getByText('Is the road open?', { exact: true }))
  await expectShown(screen.getByText(en('outbox.waiting')))
  if (canStartOffline) await device.reload()
  await expectShown(screen.getByRole('log').getByText('Is the road open?', { exact: true }), 30_000)

  await server.restart(0)
  const texts = async () => (await ben.call(messageRoutes.list, { params: { id: threadId } })).items.map(({ text }) => text)
  await expect.poll(texts, { timeout: 45_000 }).toEqual(['hello', 'hi', 'Is the road open?'])
  await screen.getByText(en('outbox.waiting')).first().waitFor({ state: 'hidden', timeout: 30_000 })
})

/** Runs in the page. Returns the state of the service worker, which stores the application before it is active. */
async function workerState(): Promise<string> {
  const registration = await navigator.serviceWorker.getRegistration()
  return registration?.active?.state ?? (registration ? 'installing' : 'none')
}

/** Runs in the page. Returns the stored entities as text. */
async function storedTexts(): Promise<string> {
  const found: string[] = []
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name)
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(new Error(name)))
    })
    for (const store of database.objectStoreNames) {
      const request = database.transaction(store).objectStore(store).getAll()
      await new Promise((resolve) => request.addEventListener('success', resolve))
      found.push(JSON.stringify(request.result))
    }
    database.close()
  }
  return found.join('\n')
}
