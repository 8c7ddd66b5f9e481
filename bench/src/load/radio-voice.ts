import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { wavOfSound } from '../../../speech/src/audio/wav.ts'
import { median, quantile } from './figures.ts'
import { insertUsers } from './people.ts'
import { startChannel } from './radio-channel.ts'
import type { RunningServer } from './server.ts'
import { onsetsOf, openSoundPage, type SoundPage } from './sound-page.ts'

const TALKS = 4
const TALK_MS = 16_000
const GOAL = 400
/** Milliseconds in which a burst is heard, less than those between two bursts. */
const HEARD_WITHIN_MS = 900
const SAMPLE_RATE = 48_000
const BURST_S = 0.15

/**
 * Measures live voice from mouth to ear in Chromium: from the sound of the speaker's microphone to the sound that the page of a
 * listener plays. Each participant has a Chromium process.
 */
export async function measureVoice({ url, databaseUrl }: RunningServer): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'noroshi-bench-sound-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const sound = path.join(folder, 'bursts.wav')
  writeFileSync(sound, wavOfSound({ samples: bursts(), rate: SAMPLE_RATE }))
  const [starter = '', member = ''] = await insertUsers(databaseUrl, 2)
  const address = `${url}/asr-chat/${await startChannel(url, starter, [member])}`
  const speaker = await openRadio(address, sound, starter)
  const listener = await openRadio(address, sound, member)
  for (let talk = 0; talk < TALKS; talk++) {
    await speaker.page.getByRole('button', { name: 'Hold to talk' }).hover()
    await speaker.page.mouse.down()
    await speaker.page.waitForTimeout(TALK_MS)
    await speaker.page.mouse.up()
    await speaker.page.getByRole('button', { name: 'Hold to talk' }).waitFor()
  }
  report((await onsetsOf(speaker)).microphone, (await onsetsOf(listener)).played)
  for (const { browser } of [speaker, listener]) await browser.close()
}

/** Opens a radio chat and waits until the user may talk. */
async function openRadio(address: string, sound: string, token: string): Promise<SoundPage> {
  const opened = await openSoundPage(sound, token)
  await opened.page.goto(address)
  await opened.page.locator('button[aria-describedby=talk-hint]:enabled').waitFor()
  return opened
}

function report(spoken: readonly number[], heard: readonly number[]): void {
  // The microphone stays open between two talks: no listener receives a burst from then.
  const times = heard.flatMap((at) => {
    const mouth = spoken.findLast((from) => from <= at)
    return mouth !== undefined && at - mouth < HEARD_WITHIN_MS ? [at - mouth] : []
  })
  const p95 = quantile(times, 0.95)
  console.log(`Voice in Chromium, ${TALKS} talks of ${TALK_MS / 1000} s`)
  console.log(
    `  mouth to ear                      p50 ${median(times).toFixed(0)}  p95 ${p95.toFixed(0)}  max ${Math.max(...times).toFixed(0)} ms` +
      ` (${times.length} bursts), goal p95 ${GOAL} ms`,
  )
  // Each talk has a burst a second; the first and the last may be cut off.
  if (times.length < TALKS * (TALK_MS / 1000 - 2) || !(p95 <= GOAL)) process.exitCode = 1
}

/** A second with one burst. A steady tone would be removed as noise: its loudness and its pitch change. */
function bursts(): Int16Array<ArrayBuffer> {
  return Int16Array.from({ length: SAMPLE_RATE }, (_, index) => {
    const at = index / SAMPLE_RATE
    if (at > BURST_S) return 0
    const loudness = 0.5 + 0.5 * Math.abs(Math.sin(2 * Math.PI * 9 * at))
    return Math.round(20_000 * loudness * Math.sin(2 * Math.PI * (400 * at + 900 * at * at)))
  })
}
