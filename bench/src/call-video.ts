import { setTimeout as delay } from 'node:timers/promises'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { callRoutes } from '@noroshi/contract/calls/calls.http'
import { type CallPage, firstMedia, openCallPage } from './load/call-page.ts'
import { insertUsers } from './load/people.ts'
import { processorSeconds } from './load/processor-time.ts'
import { type SentVideo, sentVideo, sizesOf } from './load/sent-video.ts'
import { startServer } from './load/server.ts'
import { requestsTo } from './load/user-request.ts'

// Measures the video of a call of two in Chromium with the medium preset (1280x720) and the high one (1920x1080), which both
// users have chosen: its size, frames and bits a second, and the processor time of both browsers and the server.
// Usage: npm run call-video -w bench
/** Milliseconds in which the pages adapt their video. */
const SETTLE_MS = 20_000
const MEASURED_S = 20

const server = await startServer()
const request = requestsTo(server.url)
const tokens = await insertUsers(server.databaseUrl, 2)
const [, receiverId] = await Promise.all(tokens.map(async (token) => (await request(token, accountRoutes.me)).id))

for (const preset of ['1280x720', '1920x1080']) {
  const pages = await Promise.all(tokens.map((token) => openCallPage(null, token)))
  if (preset === '1920x1080')
    for (const { page } of pages) await page.addInitScript(() => localStorage.setItem('highVideo', 'on'))
  await measure(preset, pages)
  for (const { browser } of pages) await browser.close()
}
await server.stop()

async function measure(preset: string, participants: readonly CallPage[]): Promise<void> {
  const [caller, receiver] = participants
  if (!caller || !receiver) throw new Error('a call needs two pages')
  await receiver.page.goto(`${server.url}/messages`)
  const { id } = await request(caller.token, callRoutes.startPersonal, { ReceiverId: receiverId, location: null })
  await caller.page.goto(`${server.url}/call/${id}`)
  await receiver.page.getByRole('button', { name: 'Accept' }).click()
  for (const { page } of participants) {
    await page.getByRole('button', { name: 'Unmute', exact: true }).click()
    await page.getByRole('button', { name: 'Turn on camera', exact: true }).click()
    await page.getByLabel('Your video').waitFor()
  }
  for (const { page } of participants) await firstMedia(page, 1)
  await delay(SETTLE_MS)
  const read = async (): Promise<SentVideo[]> => (await Promise.all(participants.map(({ page }) => sentVideo(page)))).flat()
  const [before, processorBefore] = [await read(), processorSeconds()]
  const sent: SentVideo[] = []
  for (let second = 0; second < MEASURED_S; second++) {
    await delay(1_000)
    sent.push(...(await read()))
  }
  const bytesOf = (videos: readonly SentVideo[]) => videos.reduce((sum, { bytes }) => sum + bytes, 0)
  const megabits = (8 * (bytesOf(await read()) - bytesOf(before))) / 1e6 / MEASURED_S / participants.length
  const cores = (processorSeconds() - processorBefore) / MEASURED_S
  console.log(
    `${preset}: ${sizesOf(sent)}; ${megabits.toFixed(1)} Mbit/s of each; ${cores.toFixed(2)} cores for both browsers and the server`,
  )
}
