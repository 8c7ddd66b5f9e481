import { fork } from 'node:child_process'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { callRoutes } from '@noroshi/contract/calls/calls.http'
import { createMediaFiles } from './load/call-media.ts'
import { type CallPage, type FirstMedia, firstMedia, openCallPage, type Samples, samplesOf } from './load/call-page.ts'
import { once } from './load/client-pool.ts'
import { median, spread } from './load/figures.ts'
import { insertUsers } from './load/people.ts'
import { type SentVideo, sentVideo, sizesOf } from './load/sent-video.ts'
import { startServer } from './load/server.ts'
import { requestsTo } from './load/user-request.ts'

// Measures calls in Chromium, one process for each participant, beside a bare page of native connections with the same fake
// devices. The two run alternately. The last receiver to accept is measured; all others are in the call with microphones and
// cameras on. A part ends after its time even with fewer rounds, and prints how many it has.
// Usage: npm run calls -w bench [-- rounds]
const ROUNDS = Number(process.argv[2] ?? 10)
const PARTICIPANTS = 4
const RING_MS = 1_000
/** Milliseconds from the last participant's media to the measurement of sound, in which the pages adapt their video. */
const SETTLE_MS = 12_000
/** Milliseconds of sound that are measured. */
const SOUND_MS = 8_000
/** Milliseconds after which a part ends. */
const PART_MS = 300_000
/** Milliseconds after which a round is given up. */
const ROUND_MS = 60_000
const GOALS = { first: 700, ratio: 1.3, concealed: 2 }

const server = await startServer()
const request = requestsTo(server.url)
const bare = fork(path.join(import.meta.dirname, 'load/bare-call.ts'))
const bareUrl = `http://127.0.0.1:${String(await once(bare, (message) => typeof message === 'number'))}`
const tokens = await insertUsers(server.databaseUrl, PARTICIPANTS)
const ids = await Promise.all(tokens.map(async (token) => (await request(token, accountRoutes.me)).id))
const files = createMediaFiles()
const participants: CallPage[] = []

/** A kind of call to measure. */
interface Contender {
  readonly name: string
  /** Begins a call that the last page can accept. All other pages see and hear each other. */
  readonly ring: (pages: readonly Page[], round: number) => Promise<void>
  readonly unmute: (page: Page) => Promise<void>
}

const product: Contender = {
  name: 'product',
  ring: async (pages) => {
    const [caller, ...receivers] = pages
    await Promise.all(receivers.map((page) => openLive(page, '/messages')))
    // The last one is added when all others are connected: it rings for 30 s only.
    const first = Math.max(1, receivers.length - 1)
    const { id, path: pathname } = await startCall(first)
    await caller?.goto(`${server.url}${pathname}`)
    await ringAmong(product, pages)
    const added = { callId: id, receiverUserIds: ids.slice(first + 1, receivers.length + 1) }
    if (added.receiverUserIds.length > 0) await request(tokens[0] ?? '', callRoutes.addMembers, added)
  },
  unmute: async (page) => {
    await page.getByRole('button', { name: 'Unmute', exact: true }).click()
    await page.getByRole('button', { name: 'Turn on camera', exact: true }).click()
    await page.getByLabel('Your video').waitFor()
  },
}

const bareCall: Contender = {
  name: 'bare page',
  ring: async (pages, round) => {
    await Promise.all(pages.map((page) => page.goto(`${bareUrl}?${pages.length}-${round}`)))
    await pages[0]?.evaluate('join()')
    await ringAmong(bareCall, pages)
  },
  unmute: async (page) => {
    await page.evaluate('unmute()')
  },
}

/** Lets all receivers but the last accept. */
async function ringAmong({ unmute }: Contender, [caller, ...receivers]: readonly Page[]): Promise<void> {
  if (!caller) return
  await unmute(caller)
  const early = receivers.slice(0, -1)
  for (const page of early) {
    await acceptButton(page).click()
    await firstMedia(page, 1)
    await unmute(page)
  }
  await Promise.all([caller, ...early].map((page) => firstMedia(page, early.length)))
}

await measure(2)
await measure(PARTICIPANTS)
for (const { browser } of participants) await browser.close()
bare.disconnect()
await server.stop()

async function measure(count: number): Promise<void> {
  while (participants.length < count) participants.push(await openCallPage(files, tokens[participants.length] ?? ''))
  const pages = participants.map(({ page }) => page)
  const runs = [product, bareCall].map((contender) => ({
    contender,
    media: [] as FirstMedia[],
    samples: [] as Samples[],
    sent: [] as SentVideo[],
  }))
  const levels = new Map<string, number>()
  const until = performance.now() + PART_MS
  let lost = 0
  for (let round = 0; round <= ROUNDS && performance.now() < until; round++)
    for (const { contender, media, samples, sent } of runs) {
      const measured = await inTime(measureOnce(contender, pages, round))
      if (measured && contender === product)
        for (const level of await shownLevels(pages)) levels.set(level, (levels.get(level) ?? 0) + 1)
      for (const page of pages) await page.goto('about:blank')
      if (!measured) lost++
      if (!measured || round === 0) continue // to warm up
      media.push(measured.first)
      if (measured.sound) samples.push(measured.sound)
      sent.push(...measured.sent)
    }
  const rounds = runs.map(({ contender, media }) => `${contender.name} ${media.length}`).join(', ')
  console.log(`${count} participants, rounds: ${rounds} of ${ROUNDS}${lost > 0 ? `, ${lost} took more than ${ROUND_MS} ms` : ''}`)
  if (runs.some(({ media }) => media.length === 0)) {
    process.exitCode = 1
    return
  }
  const [ours, theirs] = runs
  if (!ours || !theirs) return
  for (const kind of ['frames', 'sounds'] as const) {
    const name = kind === 'frames' ? 'frame' : 'sound'
    if (count > 2) report(`accept to the first ${name} of one other`, ours.media, theirs.media, (one) => Math.min(...one[kind]))
    const last = (one: FirstMedia) => Math.max(...one[kind])
    const { time, ratio } = report(
      `accept to the first ${name}${count > 2 ? ' of all others' : ''}`,
      ours.media,
      theirs.media,
      last,
    )
    if (count > 2) continue
    console.log(`    goals: ${GOALS.first} ms, ratio ${GOALS.ratio}`)
    if (time > GOALS.first || ratio > GOALS.ratio) process.exitCode = 1
  }
  if (count === 2) return
  const concealed = runs.map(({ samples }) => (100 * sumOf(samples, 'concealed')) / sumOf(samples, 'total'))
  console.log(
    `  concealed samples                    product ${concealed[0]?.toFixed(2)} %  bare page ${concealed[1]?.toFixed(2)} %  goal ${GOALS.concealed} %`,
  )
  for (const { contender, sent } of runs) console.log(`  sent video, ${contender.name.padEnd(26)} ${sizesOf(sent)}`)
  console.log(`  shown connection                     ${[...levels].map(([level, times]) => `${level} ${times}`).join(', ')}`)
  if ((concealed[0] ?? Infinity) > GOALS.concealed) process.exitCode = 1
}

/** Lets the last page accept a call. With more than two participants it is then measured how complete their sound is. */
async function measureOnce(contender: Contender, pages: readonly Page[], round: number) {
  const receiver = pages.at(-1)
  if (!receiver) throw new Error('there is no page')
  await contender.ring(pages, round)
  await acceptButton(receiver).waitFor()
  await receiver.waitForTimeout(RING_MS)
  await acceptButton(receiver).click()
  const first = await firstMedia(receiver, pages.length - 1)
  if (pages.length === 2) return { first, sound: null, sent: [] }
  await contender.unmute(receiver)
  await receiver.waitForTimeout(SETTLE_MS)
  const sound = await samplesOf(pages, SOUND_MS)
  return { first, sound, sent: (await Promise.all(pages.map(sentVideo))).flat() }
}

/** Returns null if the round takes too long. */
async function inTime<Result>(round: Promise<Result>): Promise<Result | null> {
  const timer = new AbortController()
  const timeout = delay(ROUND_MS, null, { signal: timer.signal })
  const result = await Promise.race([round, timeout.catch(() => null)])
  timer.abort()
  round.catch(() => undefined) // the pages of a round that is given up are closed
  return result
}

function report(label: string, ours: readonly FirstMedia[], theirs: readonly FirstMedia[], of: (one: FirstMedia) => number) {
  const [a, b] = [ours.map(of), theirs.map(of)]
  const ratio = median(a) / median(b)
  console.log(`  ${label.padEnd(38)} product ${spread(a)}  bare page ${spread(b)}  ratio ${ratio.toFixed(2)}`)
  return { time: median(a), ratio }
}

function sumOf(samples: readonly Samples[], key: keyof Samples): number {
  return samples.reduce((sum, one) => sum + one[key], 0)
}

function acceptButton(page: Page) {
  return page.getByRole('button', { name: 'Accept' })
}

/** The texts of the connections' quality that the pages show. */
async function shownLevels(pages: readonly Page[]): Promise<string[]> {
  const shown = await Promise.all(pages.map((page) => page.locator('header [data-level]').allTextContents()))
  return shown.flat()
}

/** Starts a call by the caller's device: a group call if the last receiver is added later. */
async function startCall(receivers: number): Promise<{ id: string; path: string }> {
  const others = ids.slice(1, receivers + 1)
  const [route, body] =
    receivers === 1 && participants.length === 2
      ? [callRoutes.startPersonal, { ReceiverId: others[0], location: null }]
      : [callRoutes.startGroup, { receiverUserIds: others, location: null }]
  const { id, isGroupCall } = await request(tokens[0] ?? '', route, body)
  return { id, path: `/${isGroupCall ? 'group-call' : 'call'}/${id}` }
}

/** Opens a page and waits until its socket is connected. */
async function openLive(page: Page, pathname: string): Promise<void> {
  const isConnected = ({ payload }: { payload: string | Buffer }) => String(payload).startsWith('40')
  const connected = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived', isConnected))
  await page.goto(server.url + pathname)
  await connected
}
