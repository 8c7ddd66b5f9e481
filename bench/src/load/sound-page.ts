import { type Browser, chromium, type Page } from '@playwright/test'

/** A Chromium process with one page, which notes when bursts of sound begin: at its microphone, and in what it plays. */
export interface SoundPage {
  readonly browser: Browser
  readonly page: Page
}

/** Milliseconds of the clock that all pages of this computer share. */
export interface Onsets {
  readonly microphone: readonly number[]
  readonly played: readonly number[]
}

/** Peak above which a burst has begun, and milliseconds below it after which the next one can begin. */
const PEAK = 0.02
const PAUSE_MS = 300

// Runs in each page before its scripts. The last 256 samples are read every 4 ms.
const MEASURE = `(() => {
  const onsets = (window.onsets = { microphone: [], played: [] })
  const watch = (context, name) => {
    const meter = new AnalyserNode(context, { fftSize: 256 })
    const samples = new Float32Array(meter.fftSize)
    let last = -Infinity
    setInterval(() => {
      meter.getFloatTimeDomainData(samples)
      if (!samples.some((sample) => Math.abs(sample) > ${PEAK})) return
      const now = performance.now()
      if (now - last > ${PAUSE_MS}) onsets[name].push(performance.timeOrigin + now)
      last = now
    }, 4)
    return meter
  }
  const connect = AudioNode.prototype.connect
  let played = null
  AudioNode.prototype.connect = function (...to) {
    if (to[0] instanceof AudioDestinationNode) connect.call(this, (played ??= watch(this.context, 'played')))
    return connect.apply(this, to)
  }
  const open = navigator.mediaDevices?.getUserMedia.bind(navigator.mediaDevices)
  if (open)
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints)
      const context = new AudioContext()
      connect.call(context.createMediaStreamSource(stream), watch(context, 'microphone'))
      return stream
    }
})()`

/** @param sound the file that the fake microphone plays in a loop */
export async function openSoundPage(sound: string, token: string): Promise<SoundPage> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    chromiumSandbox: false,
    args: [
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--autoplay-policy=no-user-gesture-required',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-audio-capture=${sound}`,
    ],
  })
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
    locale: 'en-US',
    permissions: ['microphone'],
  })
  await context.addInitScript((value) => localStorage.setItem('accessToken', value), token)
  await context.addInitScript(MEASURE)
  return { browser, page: await context.newPage() }
}

export const onsetsOf = ({ page }: SoundPage): Promise<Onsets> => page.evaluate<Onsets>('onsets')
