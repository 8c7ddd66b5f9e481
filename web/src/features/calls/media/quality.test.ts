import { expect, test } from 'vitest'
import { checkQuality, initialLevel, initialQuality, nextLevel, readCounters, readLoad } from './quality.ts'

const good = { packetsLost: 0, jitter: 0, soundJitter: 0, soundPackets: 0 }
const running = checkQuality(initialQuality, good)

test('a check with more than 100 lost packets gives low, with more than 50 medium', () => {
  expect(checkQuality(initialQuality, { ...good, packetsLost: 101 }).sent.level).toBe('low')
  expect(checkQuality(initialQuality, { ...good, packetsLost: 100 }).sent.level).toBe('medium')
  expect(checkQuality(initialQuality, { ...good, packetsLost: 50 }).sent.level).toBe('high')
})

test('received video with a jitter above 0.03 gives low, above 0.01 medium', () => {
  expect(checkQuality(running, { ...good, jitter: 0.031 }).received.level).toBe('low')
  expect(checkQuality(running, { ...good, jitter: 0.03 }).received.level).toBe('medium')
  expect(checkQuality(running, { ...good, jitter: 0.01 }).received.level).toBe('high')
})

test('the jitter of a connection that is starting does not count', () => {
  expect(checkQuality(initialQuality, { ...good, jitter: 0.2 }).received.level).toBe('high')
})

test('people see a poor connection when video and sound jitter, and not when a busy computer delays the video alone', () => {
  const shown = (soundJitter: number, soundPackets: number) =>
    checkQuality(running, { ...good, jitter: 0.08, soundJitter, soundPackets })
  expect(shown(0.004, 250)).toMatchObject({ received: { level: 'low' }, network: { level: 'high' } })
  expect(shown(0.05, 250)).toMatchObject({ received: { level: 'low' }, network: { level: 'low' } })
  // Without sound only the video can say it.
  expect(shown(0, 0).network.level).toBe('low')
})

test('losses are counted since the last check and not since the start of the call', () => {
  const first = checkQuality(initialQuality, { ...good, packetsLost: 500 })
  const second = checkQuality(first, { ...good, packetsLost: 510 })
  const third = checkQuality(second, { ...good, packetsLost: 520 })
  expect([first.sent.level, second.sent.level, third.sent.level]).toEqual(['low', 'low', 'high'])
})

test('a counter that fell counts from zero', () => {
  const first = checkQuality(initialQuality, { ...good, packetsLost: 500 })
  expect(checkQuality(first, { ...good, packetsLost: 120 }).sent.level).toBe('low')
})

test('a level falls at once and rises after two better checks in sequence', () => {
  const low = nextLevel(initialLevel, 'low')
  expect(low.level).toBe('low')
  const once = nextLevel(low, 'high')
  expect(once.level).toBe('low')
  const interrupted = nextLevel(nextLevel(once, 'low'), 'high')
  expect(interrupted.level).toBe('low')
  expect(nextLevel(interrupted, 'high').level).toBe('high')
})

test('only losses of video count, and a negative number of losses is none', () => {
  const report = new Map<string, object>([
    ['a', { type: 'remote-inbound-rtp', kind: 'audio', packetsLost: 900 }],
    ['b', { type: 'remote-inbound-rtp', kind: 'video', packetsLost: 7 }],
    ['c', { type: 'remote-inbound-rtp', kind: 'video', packetsLost: -3 }],
    ['d', { type: 'inbound-rtp', kind: 'video', jitter: 0.02, packetsReceived: 900 }],
    ['e', { type: 'inbound-rtp', kind: 'audio', jitter: 0.003, packetsReceived: 250 }],
  ])
  expect(readCounters(report)).toEqual({ packetsLost: 7, jitter: 0.02, soundJitter: 0.003, soundPackets: 250 })
})

test('sound that was invented counts as load, silence and lost packets do not, and the browser reports that it is busy', () => {
  const sent = { type: 'outbound-rtp', kind: 'video', qualityLimitationReason: 'bandwidth' }
  const report = new Map<string, object>([
    ['a', sent],
    [
      'b',
      {
        type: 'inbound-rtp',
        kind: 'audio',
        totalSamplesReceived: 9_000,
        concealedSamples: 2_620,
        silentConcealedSamples: 500,
        packetsLost: 2,
      },
    ],
    ['c', { type: 'inbound-rtp', kind: 'video', framesDecoded: 5 }],
  ])
  expect(readLoad(report)).toEqual({ samples: 9_000, concealed: 200, isBusy: false })
  report.set('a', { ...sent, qualityLimitationReason: 'cpu' })
  expect(readLoad(report).isBusy).toBe(true)
})
