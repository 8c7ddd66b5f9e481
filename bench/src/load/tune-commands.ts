import { commandGrammar } from '@noroshi/contract/hands-free/grammar'
import { understand } from '@noroshi/contract/hands-free/understand'
import type { CommandLanguage } from '@noroshi/contract/hands-free/phrases'
import { concatSamples, VoiceDetector } from '../../../speech/src/audio/voice-detector.ts'
import type { Evidence } from '../../../speech/src/pocketsphinx/command-confidence.ts'
import { CommandDecoder } from '../../../speech/src/pocketsphinx/command-decoder.ts'
import { TUNING } from '../../../speech/src/testing/command-sentences.ts'
import { voicesOf } from '../../../speech/src/testing/command-voices.ts'

// Finds the weights of speech/src/pocketsphinx/command-confidence.ts by a logistic regression of the sentences and
// voices for it.

/** Weight of an ordinary sentence, relative to a command. */
const ORDINARY_WEIGHT = 2
const PENALTY = 0.003
const STEPS = 20_000
const KINDS = ['likelihood', 'worstPart', 'distance'] as const

interface Example {
  readonly values: readonly number[]
  readonly isCommand: boolean
}

/** Prints the weights of a language. */
export async function tuneCommands(language: CommandLanguage): Promise<void> {
  const { contacts, commands, ordinary } = TUNING[language]
  const voices = voicesOf(language, 'tuning')
  const grammar = commandGrammar(language, contacts)
  const decoder = new CommandDecoder(() => '')
  const nearestIn = async (samples: Int16Array) => {
    const utterance = await lastUtterance(samples)
    return utterance && decoder.nearest({ language, grammar, samples: utterance })
  }
  const examples: Example[] = []
  const add = (evidence: Evidence, isCommand: boolean) =>
    examples.push({ values: KINDS.map((kind) => evidence[kind]), isCommand })
  for (const voice of voices)
    for (const [text, expected] of Object.entries(commands)) {
      const nearest = await nearestIn(await voice.say(text))
      if (!nearest) continue
      const understood = understand(nearest.text, language, contacts)
      add(nearest.evidence, understood !== null && [understood.kind, ...understood.contactIds].join(' ') === expected)
    }
  for (const [index, text] of ordinary.entries()) {
    const voice = voices[index % voices.length]
    const nearest = voice && (await nearestIn(await voice.say(text)))
    if (nearest) add(nearest.evidence, false)
  }
  const { bias, weights } = fit(examples)
  const right = examples.filter(({ values, isCommand }) => bias + dot(values, weights) > 0 === isCommand).length
  const texts = KINDS.map((kind, index) => `${kind}: ${weights[index]?.toFixed(3)}`)
  console.log(`${language}: ${right} of ${examples.length} examples right; { bias: ${bias.toFixed(2)}, ${texts.join(', ')} }`)
}

/** The sound of the last utterance; null without one. */
async function lastUtterance(samples: Int16Array): Promise<Int16Array | null> {
  const detector = await VoiceDetector.create()
  const utterances: Int16Array[][] = []
  for (const event of [...detector.push(samples), ...detector.end()]) {
    if (event.kind === 'begin') utterances.push([])
    if (event.kind === 'samples') utterances.at(-1)?.push(event.samples)
  }
  detector.close()
  const last = utterances.at(-1)
  return last ? concatSamples(last) : null
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * Logistic regression by gradient descent, with the sum of the commands and that of the ordinary sentences as classes.
 */
function fit(examples: readonly Example[]): { bias: number; weights: number[] } {
  const columns = KINDS.map((_, index) => examples.map(({ values }) => values[index] ?? 0))
  const means = columns.map(meanOf)
  const deviations = columns.map((column, index) => Math.sqrt(meanOf(column.map((value) => (value - (means[index] ?? 0)) ** 2))))
  const scaled = examples.map(({ values }) =>
    values.map((value, index) => (value - (means[index] ?? 0)) / (deviations[index] ?? 1)),
  )
  const commands = examples.filter(({ isCommand }) => isCommand).length
  const shares = examples.map(({ isCommand }) =>
    isCommand ? 1 / commands : ORDINARY_WEIGHT / Math.max(1, examples.length - commands),
  )
  let bias = 0
  let weights = KINDS.map(() => 0)
  for (let step = 0; step < STEPS; step++) {
    const errors = scaled.map((values, index) => {
      const probability = 1 / (1 + Math.exp(-bias - dot(values, weights)))
      return (probability - (examples[index]?.isCommand ? 1 : 0)) * (shares[index] ?? 0)
    })
    bias -= errors.reduce((sum, error) => sum + error, 0)
    weights = weights.map(
      (weight, kind) =>
        weight - PENALTY * weight - errors.reduce((sum, error, index) => sum + error * (scaled[index]?.[kind] ?? 0), 0),
    )
  }
  const unscaled = weights.map((weight, index) => weight / (deviations[index] ?? 1))
  return { bias: bias - dot(means, unscaled), weights: unscaled }
}
