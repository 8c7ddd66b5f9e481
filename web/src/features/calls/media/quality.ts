/** Quality of the connection to one participant, and the video preset that it allows (specification, section 9). */
export const qualityLevels = ['low', 'medium', 'high'] as const
export type QualityLevel = (typeof qualityLevels)[number]

/** Counters of one peer connection. Losses are cumulative since its start. */
export interface QualityCounters {
  /** Packets of sent video that the other side reports as lost. */
  readonly packetsLost: number
  /** Seconds; jitter of the received video. */
  readonly jitter: number
  /** Seconds; jitter of the received sound. */
  readonly soundJitter: number
  /** Packets of received sound since the start. */
  readonly soundPackets: number
}

/** Cumulative counters of the load of one peer connection. */
export interface LoadCounters {
  /** Samples of received sound. */
  readonly samples: number
  /**
   * The concealed samples for sound that arrived too late. Samples for silence and for lost packets are not counted.
   */
  readonly concealed: number
  /** The browser reduces the sent video now because its processor is busy. */
  readonly isBusy: boolean
}

interface Stats {
  readonly type: string
  readonly kind?: string
  readonly packetsLost?: number
  readonly jitter?: number
  readonly packetsReceived?: number
  readonly totalSamplesReceived?: number
  readonly concealedSamples?: number
  readonly silentConcealedSamples?: number
  readonly qualityLimitationReason?: string
}

type Report = Pick<RTCStatsReport, 'forEach'>

const LOST_LOW = 100
const LOST_MEDIUM = 50
const JITTER_LOW = 0.03
const JITTER_MEDIUM = 0.01
/** Number of consecutive better checks after which the level rises. */
const CHECKS_TO_RISE = 2

const levelAbove = (value: number, low: number, medium: number): QualityLevel =>
  value > low ? 'low' : value > medium ? 'medium' : 'high'

const rank = (level: QualityLevel) => qualityLevels.indexOf(level)

export const lowestLevel = (...levels: readonly QualityLevel[]): QualityLevel =>
  qualityLevels[Math.min(...levels.map(rank))] ?? 'high'

/** Level of one direction between two checks: it falls at once and rises after {@link CHECKS_TO_RISE} better checks. */
export interface LevelState {
  readonly level: QualityLevel
  readonly betterChecks: number
}

export const initialLevel: LevelState = { level: 'high', betterChecks: 0 }

/** Returns the state after a check that measured `measured`. */
export function nextLevel({ level, betterChecks }: LevelState, measured: QualityLevel): LevelState {
  if (rank(measured) <= rank(level)) return { level: measured, betterChecks: 0 }
  if (betterChecks + 1 < CHECKS_TO_RISE) return { level, betterChecks: betterChecks + 1 }
  return { level: measured, betterChecks: 0 }
}

/** The checks of one peer: the level of the video that it is sent, and of the video that it sends. */
export interface QualityState {
  readonly sent: LevelState
  readonly received: LevelState
  /**
   * The received direction as people see it: jitter of the video alone comes from a busy computer, not from the
   * network.
   */
  readonly network: LevelState
  readonly last: QualityCounters | null
}

export const initialQuality: QualityState = {
  sent: initialLevel,
  received: initialLevel,
  network: initialLevel,
  last: null,
}

/**
 * Applies the rule of section 9 to the packets lost since the last check, and to the current jitter. A counter that
 * fell belongs to a new connection and counts from zero. The jitter of the first interval does not count, because the
 * connection is still starting.
 */
export function checkQuality({ sent, received, network, last }: QualityState, counters: QualityCounters): QualityState {
  const { packetsLost, jitter, soundJitter, soundPackets } = counters
  const before = last?.packetsLost ?? 0
  const lost = packetsLost >= before ? packetsLost - before : packetsLost
  const hasSound = soundPackets > (last?.soundPackets ?? 0)
  const next = (level: LevelState, measured: number) =>
    last === null ? level : nextLevel(level, levelAbove(measured, JITTER_LOW, JITTER_MEDIUM))
  return {
    sent: nextLevel(sent, levelAbove(lost, LOST_LOW, LOST_MEDIUM)),
    received: next(received, jitter),
    network: next(network, hasSound ? Math.min(jitter, soundJitter) : jitter),
    last: counters,
  }
}

/** Reads the counters of a connection from its statistics. Losses of several video streams are added. */
export function readCounters(report: Report): QualityCounters {
  let packetsLost = 0
  let jitter = 0
  let soundJitter = 0
  let soundPackets = 0
  report.forEach((stats: Stats) => {
    const isVideo = stats.kind === 'video'
    if (stats.type === 'remote-inbound-rtp' && isVideo) packetsLost += Math.max(0, stats.packetsLost ?? 0)
    if (stats.type !== 'inbound-rtp') return
    if (isVideo) jitter = Math.max(jitter, stats.jitter ?? 0)
    else soundJitter = Math.max(soundJitter, stats.jitter ?? 0)
    if (!isVideo) soundPackets += stats.packetsReceived ?? 0
  })
  return { packetsLost, jitter, soundJitter, soundPackets }
}

/** A packet of Opus has 20 ms, and browsers play 48,000 samples a second. */
const SAMPLES_OF_PACKET = 960

/** Reads the counters of the load of a connection from its statistics. */
export function readLoad(report: Report): LoadCounters {
  let samples = 0
  let concealed = 0
  let isBusy = false
  report.forEach((stats: Stats) => {
    if (stats.type === 'outbound-rtp' && stats.kind === 'video') isBusy ||= stats.qualityLimitationReason === 'cpu'
    if (stats.type !== 'inbound-rtp' || stats.kind !== 'audio') return
    samples += stats.totalSamplesReceived ?? 0
    const lost = Math.max(0, stats.packetsLost ?? 0) * SAMPLES_OF_PACKET
    concealed += (stats.concealedSamples ?? 0) - (stats.silentConcealedSamples ?? 0) - lost
  })
  return { samples, concealed, isBusy }
}
