import { type Browser, chromium, type Page } from '@playwright/test'
import { createMediaFiles } from './call-media.ts'

/** Milliseconds from the press of "Accept" to the first frame and to the first sound of each other participant. */
export interface FirstMedia {
  readonly frames: readonly number[]
  readonly sounds: readonly number[]
}

/** Samples of sound that a page has played from all participants, and the concealed (invented) samples among them. */
export interface Samples {
  readonly total: number
  readonly concealed: number
}

/** Level of sound, 0 to 1, above which a participant is heard. */
const HEARD = 0.01

// Runs in each page before its scripts. Pages without "Accept" measure from their navigation.
const MEASURE = `(() => {
  const frames = []
  const sounds = []
  const connections = []
  let accepted = 0
  addEventListener('click', (event) => {
    if (event.target.closest('button')?.textContent.trim() === 'Accept') accepted = event.timeStamp
  }, true)
  const listen = (receiver) => {
    const timer = setInterval(() => {
      const [source] = receiver.getSynchronizationSources()
      if ((source?.audioLevel ?? 0) <= ${HEARD}) return
      clearInterval(timer)
      sounds.push(performance.now() - accepted)
    }, 4)
  }
  const Native = window.RTCPeerConnection
  window.RTCPeerConnection = class extends Native {
    constructor(configuration) {
      super(configuration)
      connections.push(this)
      this.addEventListener('track', ({ track, receiver }) => track.kind === 'audio' && listen(receiver))
    }
  }
  const seen = new WeakSet()
  new MutationObserver(() => {
    for (const video of document.querySelectorAll('video')) {
      if (seen.has(video) || video.ariaLabel === 'Your video') continue
      seen.add(video)
      video.requestVideoFrameCallback((now) => frames.push(now - accepted))
    }
  }).observe(document, { subtree: true, childList: true })
  const pause = () => new Promise((resolve) => setTimeout(resolve, 20))
  window.measured = {
    async firstMedia(count) {
      while (frames.length < count || sounds.length < count) await pause()
      return { frames, sounds }
    },
    async sentVideo() {
      const sent = []
      for (const connection of connections.filter(({ connectionState }) => connectionState === 'connected'))
        for (const stats of (await connection.getStats()).values())
          if (stats.type === 'outbound-rtp' && stats.kind === 'video')
            sent.push({
              height: stats.frameHeight ?? 0,
              framesPerSecond: stats.framesPerSecond ?? 0,
              limitation: stats.qualityLimitationReason,
              bytes: stats.bytesSent,
            })
      return sent
    },
    async samples() {
      let total = 0
      let concealed = 0
      for (const connection of connections.filter(({ connectionState }) => connectionState === 'connected'))
        for (const stats of (await connection.getStats()).values()) {
          if (stats.type !== 'inbound-rtp' || stats.kind !== 'audio') continue
          total += stats.totalSamplesReceived
          concealed += stats.concealedSamples
        }
      return { total, concealed }
    },
  }
})()`

/**
 * Starts a Chromium process with fake devices and returns a page that measures.
 * @param files null: the camera of Chromium, which has moving patterns in each size up to 1920x1080
 */
export async function openCallPage(files: ReturnType<typeof createMediaFiles> | null, token: string): Promise<CallPage> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    chromiumSandbox: false,
    args: [
      '--disable-dev-shm-usage',
      '--disable-gpu',
      `--use-fake-device-for-media-stream${files === null ? '=fps=30' : ''}`,
      '--use-fake-ui-for-media-stream',
      ...(files === null
        ? []
        : [`--use-file-for-fake-video-capture=${files.video}`, `--use-file-for-fake-audio-capture=${files.sound}`]),
    ],
  })
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
    locale: 'en-US',
    // MEASURE is evaluated as text, which the page's content security policy forbids.
    bypassCSP: true,
    permissions: ['camera', 'microphone'],
  })
  await context.addInitScript((value) => localStorage.setItem('accessToken', value), token)
  await context.addInitScript(MEASURE)
  return { browser, token, page: await context.newPage() }
}

/** A participant: a Chromium process with one page. */
export interface CallPage {
  readonly browser: Browser
  readonly token: string
  readonly page: Page
}

/** Waits until the page sees and hears `count` participants. */
export const firstMedia = (page: Page, count: number): Promise<FirstMedia> =>
  page.evaluate<FirstMedia>(`measured.firstMedia(${count})`)

/** Returns the samples that the pages play together in this time. */
export async function samplesOf(pages: readonly Page[], milliseconds: number): Promise<Samples> {
  const read = () => Promise.all(pages.map((page) => page.evaluate<Samples>('measured.samples()')))
  const before = await read()
  await pages[0]?.waitForTimeout(milliseconds)
  const after = await read()
  const grown = (key: keyof Samples) => after.reduce((sum, samples, at) => sum + samples[key] - (before[at]?.[key] ?? 0), 0)
  return { total: grown('total'), concealed: grown('concealed') }
}
