import { type CommandLanguage, commandLanguageOf } from '@noroshi/contract/hands-free/phrases'
import type { SpeechLanguage } from '@noroshi/contract/speech/speech-service'
import type { CommandPart } from './command-grammar.ts'
import type { Segment } from './library.ts'
import { phoneDistance } from './phone-distance.ts'

/** Frames by which the limits of a part and of its phones may differ. */
const TOLERANCE = 2
/** A command, or a part of it, that is not likelier than this is other speech. */
const LIKELIHOOD_MIN = -45
/** The likelihood above which a command fits as well as it can. */
const LIKELIHOOD_MAX = 20

/** The fit of a command to its sound, relative to single phones in any order. */
export interface Evidence {
  /**
   * The logarithm of the likelihood for each frame of the command, beside that of any phones. Sound that the command
   * left to silence counts. 0: as likely; other speech is far below.
   */
  readonly likelihood: number
  /** The same of the worst part: the name, or the words around it. */
  readonly worstPart: number
  /**
   * The distance of the phones of the worst part from those that are heard in the same sound. 0: the same; about 1:
   * unrelated.
   */
  readonly distance: number
}

/** The weight of each kind of evidence in the confidence. */
interface Weights {
  readonly bias: number
  readonly likelihood: number
  readonly worstPart: number
  readonly distance: number
}

/** Set by `npm run speech-commands -w bench tune` with the voices and sentences of speech/src/testing/. */
const WEIGHTS: Readonly<Record<CommandLanguage, Weights>> = {
  en: { bias: 6.32, likelihood: 0.135, worstPart: 0.095, distance: -5.7 },
  ja: { bias: 13.29, likelihood: 0.257, worstPart: 0.15, distance: -3.22 },
}

interface DecodedCommand {
  readonly parts: readonly CommandPart[]
  /** The words of the command, with silence and free text. */
  readonly segments: readonly Segment[]
  /** The phones that are heard in the same sound without a grammar. */
  readonly heard: readonly Segment[]
  /** Free text follows the command. It is no evidence. */
  readonly hasBody: boolean
}

export function evidenceOf({ parts, segments, heard, hasBody }: DecodedCommand): Evidence {
  const spoken = parts.flatMap((part) => part.segments)
  const end = hasBody ? (spoken.at(-1)?.end ?? 0) : Infinity
  return {
    likelihood: likelihoodOf(
      segments.filter((segment) => segment.end <= end),
      heard,
      framesOf(spoken),
    ),
    worstPart: Math.min(...parts.map((part) => likelihoodOf(part.segments, heard, framesOf(part.segments)))),
    distance: Math.max(...parts.map((part) => phoneDistance(part.phones, phonesIn(part.segments, heard)))),
  }
}

/** @returns above 0 for a command that was spoken; below 0 for other speech */
export function confidenceOf({ likelihood, worstPart, distance }: Evidence, language: SpeechLanguage): number {
  if (likelihood <= LIKELIHOOD_MIN || worstPart <= LIKELIHOOD_MIN) return -Infinity
  const weights = WEIGHTS[commandLanguageOf(language)]
  return weights.bias + weights.likelihood * likelihood + weights.worstPart * worstPart + weights.distance * distance
}

const framesOf = (segments: readonly Segment[]): number => segments.reduce((sum, { start, end }) => sum + end - start, 0)

function likelihoodOf(segments: readonly Segment[], heard: readonly Segment[], frames: number): number {
  const difference = segments.reduce((sum, segment) => sum + segment.score - scoreIn(segment, heard), 0)
  return Math.min(LIKELIHOOD_MAX, Math.max(LIKELIHOOD_MIN, difference / Math.max(1, frames)))
}

/** The score of any phones in the frames of a word. A phone that is partly in them counts partly. */
function scoreIn({ start, end }: Segment, heard: readonly Segment[]): number {
  return heard.reduce((sum, phone) => {
    const shared = Math.min(end, phone.end) - Math.max(start, phone.start)
    return shared <= 0 ? sum : sum + (phone.score * shared) / (phone.end - phone.start)
  }, 0)
}

/** The phones whose middle is in the frames of a part. */
function phonesIn(segments: readonly Segment[], heard: readonly Segment[]): string[] {
  const start = (segments[0]?.start ?? 0) - TOLERANCE
  const end = (segments.at(-1)?.end ?? 0) + TOLERANCE
  return heard.filter((phone) => start <= middleOf(phone) && middleOf(phone) <= end).map(({ word }) => word)
}

const middleOf = ({ start, end }: Segment): number => (start + end - 1) / 2
