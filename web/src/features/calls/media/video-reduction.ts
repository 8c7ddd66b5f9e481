import { z } from 'zod'
import type { LoadCounters } from './quality.ts'

/**
 * The degree by which all video is reduced below its level because received sound is concealed or a processor is busy: 0 (not
 * reduced) to 3. The pages of a call report it to each other, so that a page gets less video to decode and has less to
 * encode.
 */
export const VideoReduction = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
export type VideoReduction = z.infer<typeof VideoReduction>

/** Share of concealed samples above which the video is reduced. */
const CONCEALED_MAX = 0.02
/**
 * Number of good checks after which the video rises by a step. It doubles with each fall, so that a call does not
 * swing.
 */
const FIRST_GOOD_CHECKS = 6
const MAX_GOOD_CHECKS = 48
/** A busy processor alone reduces the video no further: the browser reduces it too. */
const BUSY_MAX: VideoReduction = 2

export interface ReductionState {
  readonly reduction: VideoReduction
  readonly goodChecks: number
  /** Number of good checks after which the video rises. */
  readonly goodChecksToRise: number
}

export const initialReduction: ReductionState = { reduction: 0, goodChecks: 0, goodChecksToRise: FIRST_GOOD_CHECKS }

const step = (reduction: VideoReduction, by: 1 | -1): VideoReduction =>
  VideoReduction.parse(Math.min(3, Math.max(0, reduction + by)))

/** Returns what several connections have counted between two checks. */
export function loadBetween(connections: readonly (readonly [before: LoadCounters, after: LoadCounters])[]): LoadCounters {
  const grown = (key: 'samples' | 'concealed') =>
    connections.reduce((sum, [before, after]) => sum + Math.max(0, after[key] - before[key]), 0)
  return { samples: grown('samples'), concealed: grown('concealed'), isBusy: connections.some(([, { isBusy }]) => isBusy) }
}

/**
 * Returns the state after a check of `load` since the last one: the video is reduced at once when sound is concealed, and
 * rises slowly.
 */
export function nextReduction(state: ReductionState, load: LoadCounters): ReductionState {
  const { reduction, goodChecks, goodChecksToRise } = state
  const { samples, concealed, isBusy } = load
  const isSoundBad = samples > 0 && concealed / samples > CONCEALED_MAX
  if (isSoundBad || (isBusy && reduction < BUSY_MAX)) {
    const later = reduction === 0 ? goodChecksToRise : Math.min(MAX_GOOD_CHECKS, goodChecksToRise * 2)
    return { reduction: step(reduction, 1), goodChecks: 0, goodChecksToRise: later }
  }
  if (isBusy || reduction === 0) return { ...state, goodChecks: 0 }
  if (goodChecks + 1 < goodChecksToRise) return { ...state, goodChecks: goodChecks + 1 }
  return { reduction: step(reduction, -1), goodChecks: 0, goodChecksToRise }
}
