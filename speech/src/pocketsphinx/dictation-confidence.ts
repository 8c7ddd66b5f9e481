import type { Segment } from './library.ts'

/** Words that the library adds for silence and noise. */
const FILLER = /^<|^\[|^\+\+/
/** The share of an utterance below which a few words are found in a steady noise. */
const SHARE_MIN = 0.15
/** Frames of 10 ms of a word, on average. Spoken words have about 30; a steady tone becomes one word of seconds. */
const WORD_FRAMES_MAX = 100
/** The score of a frame down to which words fit their sound as well as those of clear speech. */
const CLEAR_SCORE = -25_000
/** What 10,000 of a score below it count beside the logarithm of a share. */
const SCORE_WEIGHT = 0.8
/** The evidence, measured on speech, noise and other languages, from which words are a text. */
const EVIDENCE_MIN = -2.3

/**
 * Whether the words of an utterance are evident in its sound. Noise, several speakers at once and other languages also become
 * words: other readings are as likely, and the words fit their sound badly (decisions/0073, which has the measurement).
 */
export function isUnderstood(segments: readonly Segment[]): boolean {
  const words = segments.filter(({ word }) => !FILLER.test(word))
  const frames = framesOf(words)
  if (frames < SHARE_MIN * framesOf(segments) || frames > WORD_FRAMES_MAX * words.length) return false
  const posterior = sumOf(words, ({ posterior: share, start, end }) => share * (end - start)) / Math.max(1, frames)
  const score = sumOf(words, (word) => word.score) / Math.max(1, frames)
  return posterior - SCORE_WEIGHT * Math.max(0, (CLEAR_SCORE - score) / 10_000) >= EVIDENCE_MIN
}

const sumOf = (segments: readonly Segment[], valueOf: (segment: Segment) => number): number =>
  segments.reduce((sum, segment) => sum + valueOf(segment), 0)

const framesOf = (segments: readonly Segment[]): number => sumOf(segments, ({ start, end }) => end - start)
