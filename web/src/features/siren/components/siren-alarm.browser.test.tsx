import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { newId } from '../../../platform/ids.ts'
import { startAlarm, stopAlarm } from '../../../platform/audio/alarm-sound.ts'
import { enableSound, outputOf } from '../../../platform/audio/output.ts'
import type { SoundUse } from '../../../platform/audio/levels.ts'
import { createObservable, useObservable } from '../../../platform/observable.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import type { SirenView } from '../siren-link.ts'
import { useAnnouncements } from '../use-announcements.ts'
import { useSirenAlarms } from '../use-siren.ts'
import { SirenAlarm } from './siren-alarm.tsx'

const RAISED = Date.now()
const MINUTE_MS = 60_000
/** WCAG 2.3.1: no more than three flashes within one second. */
const FLASHES_MAX = 3
/** The greatest sample of the announcement, of 1. */
const SPOKEN_PEAK = 0.5

const alertOf = (textContent: string) => ({
  id: newId(),
  createdAt: new Date(RAISED).toISOString(),
  latitude: 38.2682,
  longitude: 140.8694,
  accuracy: 12,
  textContent,
  raisedBy: { firstName: 'Aiko', lastName: '', fullName: 'Aiko' },
})
const older = alertOf('Landslide behind the house')
const newer = alertOf('Smoke in the school')

const state = { name: 'Hall', unitName: 'Aoba', groups: [], alerts: [older], total: 1, rollCalls: [] }
const view = createObservable<SirenView>({ state, connection: 'connected', contactAt: RAISED })
const show = (...alerts: ReturnType<typeof alertOf>[]) =>
  view.set({ ...view.get(), state: { ...state, alerts, total: alerts.length } })

/** The ids of the alerts whose announcement was fetched from the server, in order. */
const fetched: string[] = []
const speech = { hasVoice: true }

beforeEach(async () => {
  vi.stubGlobal('fetch', (url: string) => {
    fetched.push(/alerts\/([^/]+)\/text-to-speech/.exec(url)?.[1] ?? url)
    if (!speech.hasVoice)
      return Promise.resolve(Response.json({ code: 'speech.noVoice', message: '', issues: [] }, { status: 503 }))
    return Promise.resolve(Response.json({ audio: tone(), mimeType: 'audio/wav' }))
  })
  show(older)
  await renderPage(<Screen />)
  await page.getByRole('button', { name: 'Enable' }).click()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  fetched.length = 0
  speech.hasVoice = true
})

/** A paired siren screen with the alerts of `view`. */
function Screen() {
  const now = useObservable(view)
  const alarms = useSirenAlarms(now)
  useAnnouncements('token of the screen', alarms, ({ textContent }) => textContent)
  return (
    <>
      <button type="button" onClick={() => void enableSound()}>
        Enable
      </button>
      <SirenAlarm view={now} alarms={alarms} />
    </>
  )
}

/** Returns a tone of 3 s as the bytes of a WAV file in base64. */
function tone(): string {
  const [rate, seconds] = [8_000, 3]
  const bytes = new DataView(new ArrayBuffer(44 + rate * seconds * 2))
  const ascii = (at: number, text: string) => {
    for (let index = 0; index < text.length; index++) bytes.setUint8(at + index, text.charCodeAt(index))
  }
  ascii(0, 'RIFF')
  bytes.setUint32(4, bytes.byteLength - 8, true)
  ascii(8, 'WAVEfmt ')
  for (const [at, value] of [
    [16, 16],
    [24, rate],
    [28, rate * 2],
    [40, bytes.byteLength - 44],
  ] as const)
    bytes.setUint32(at, value, true)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    bytes.setUint16(at, value, true)
  ascii(36, 'data')
  for (let index = 0; index < rate * seconds; index++)
    bytes.setInt16(44 + index * 2, Math.sin((2 * Math.PI * 440 * index) / rate) * SPOKEN_PEAK * 32_767, true)
  return btoa(Array.from(new Uint8Array(bytes.buffer), (byte) => String.fromCharCode(byte)).join(''))
}

/** Measures the greatest sample that a use sends to the speaker, over a period of the alarm. */
async function peakOf(use: SoundUse): Promise<number> {
  const { context, node } = outputOf(use)!
  const analyser = new AnalyserNode(context, { fftSize: 32_768 })
  node.connect(analyser)
  const start = context.currentTime
  await expect.poll(() => context.currentTime).toBeGreaterThan(start + 1)
  const samples = new Float32Array(analyser.fftSize)
  analyser.getFloatTimeDomainData(samples)
  node.disconnect(analyser)
  return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)
}

const area = () => page.getByRole('alert').element().parentElement!
const stop = page.getByRole('button', { name: 'Stop sound' })

/** Returns the colours of the area for each hundredth of a second over ten seconds. */
function coloursOf(animation: Animation): string[] {
  animation.pause()
  return Array.from({ length: 1_000 }, (_, index) => {
    animation.currentTime = index * 10
    return getComputedStyle(area()).backgroundColor
  })
}

test('a sounding siren screen flashes, less than three times a second, until the user stops its sound', async () => {
  const [pulse, ...others] = area().getAnimations({ subtree: true })
  expect(others).toEqual([])
  const colours = coloursOf(pulse!)
  const changes = colours.filter((colour, index) => index > 0 && colour !== colours[index - 1]).length
  expect(changes).toBeGreaterThan(0)
  expect(changes / 2 / 10).toBeLessThan(FLASHES_MAX)
  await stop.click()
  await expect.element(page.getByRole('button', { name: 'Sound stopped' })).toBeVisible()
  expect(area().getAnimations({ subtree: true })).toEqual([])
})

test('a siren screen whose device reduces motion does not flash', async () => {
  const emulate = (value: string) =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })
  await emulate('reduce')
  try {
    await expect.poll(() => matchMedia('(prefers-reduced-motion: reduce)').matches).toBe(true)
    expect(area().getAnimations({ subtree: true })).toEqual([])
    expect(area().dataset['sounding']).toBe('true')
  } finally {
    await emulate('')
  }
})

test('a siren screen sounds at full volume, twice that of the alarm of a user', async () => {
  const full = await peakOf('alarm')
  expect(full).toBeGreaterThan(0.6)
  await stop.click()
  await expect.element(page.getByRole('button', { name: 'Sound stopped' })).toBeVisible()
  startAlarm()
  const half = await peakOf('alarm')
  stopAlarm()
  expect(full / half).toBeCloseTo(2, 1)
})

test('a siren screen speaks each alert once at full volume over the quieter siren, and again with its repetition', async () => {
  show(newer, older)
  await expect.poll(() => fetched).toEqual([older.id])
  await expect.poll(() => outputOf('alarm')?.node.gain.value).toBeLessThan(0.2)
  expect(await peakOf('announcement')).toBeCloseTo(SPOKEN_PEAK, 1)
  await expect.poll(() => fetched).toEqual([older.id, newer.id])
  await expect.poll(() => outputOf('alarm')?.node.gain.value).toBe(1)
  expect(fetched).toHaveLength(2)
  vi.useFakeTimers({ toFake: ['Date'], now: RAISED + 2 * MINUTE_MS })
  await expect.poll(() => fetched).toEqual([older.id, newer.id, older.id, newer.id])
})

test('a siren screen without a voice of the server speaks the text by a local voice of the device', async () => {
  speech.hasVoice = false
  const said: string[] = []
  vi.stubGlobal('SpeechSynthesisUtterance', FakeUtterance)
  vi.stubGlobal('speechSynthesis', {
    getVoices: () => [
      { lang: 'en-US', localService: false },
      { lang: 'en-GB', localService: true },
    ],
    speak: (spoken: FakeUtterance) => {
      said.push(`${spoken.voice?.lang} ${spoken.text}`)
      spoken.dispatchEvent(new Event('end'))
    },
    cancel: () => undefined,
  })
  await expect.poll(() => said).toEqual([`en-GB ${older.textContent}`])
})

/** An utterance that accepts the voices of the test. */
class FakeUtterance extends EventTarget {
  voice: { lang: string } | null = null
  lang = ''
  readonly text: string
  constructor(text: string) {
    super()
    this.text = text
  }
}
