import { decodeSound } from './output.ts'

/** Bars of a waveform. */
export const BARS = 40
/** Samples a second: enough for the shape of a voice. */
const SAMPLE_RATE = 8_000
/** Larger sounds are not fetched for their shape. */
const BYTES_MAX = 1_000_000
/** Max waveforms in memory. */
const CACHED_MAX = 200

/** Returns the loudest sample of each part of a sound, from 0 to 1. The loudest part of all is 1, unless it is silent. */
export function peaksOf(samples: Float32Array, count = BARS): number[] {
  const size = samples.length / count
  const peaks = Array.from({ length: count }, (_one, index) => {
    let peak = 0
    for (let at = Math.floor(index * size); at < Math.floor((index + 1) * size); at += 1) {
      const level = Math.abs(samples[at] ?? 0)
      if (level > peak) peak = level
    }
    return peak
  })
  const loudest = Math.max(...peaks)
  return loudest > 0 ? peaks.map((peak) => peak / loudest) : peaks
}

async function fetchPeaks(url: string): Promise<readonly number[] | null> {
  try {
    const reply = await fetch(url)
    if (!reply.ok) return null
    const sound = await decodeSound(await reply.arrayBuffer(), SAMPLE_RATE)
    return sound && peaksOf(sound.getChannelData(0))
  } catch {
    return null // no connection, or a format that this browser cannot decode
  }
}

const cached = new Map<string, readonly number[]>()
let last: Promise<unknown> = Promise.resolve()

/**
 * Returns the shape of a recording: {@link BARS} levels from 0 to 1; null if it is unknown. One is fetched at a time.
 * @param size bytes of the file
 */
export async function waveformOf(url: string, size: number): Promise<readonly number[] | null> {
  if (size > BYTES_MAX) return null
  const turn = last.then(async () => cached.get(url) ?? (await fetchPeaks(url)))
  last = turn
  const peaks = await turn
  if (peaks) cached.set(url, peaks)
  const [oldest] = cached.keys()
  if (oldest !== undefined && cached.size > CACHED_MAX) cached.delete(oldest)
  return peaks
}
