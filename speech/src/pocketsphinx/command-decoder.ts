import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SpeechGrammar, SpeechLanguage } from '@noroshi/contract/speech/speech-service'
import { type CompiledGrammar, compileGrammar, hasBody, isOther, textOfCommand } from './command-grammar.ts'
import { Decoder, PHONES_ONLY, type Segment } from './library.ts'
import { phoneDistance } from './phone-distance.ts'

/**
 * The cost of each word of a grammar. A smaller cost of words makes the commands likelier than other speech (docs/performance.md).
 */
const WORD_PENALTY: Readonly<Record<SpeechLanguage, string>> = { en: '1e-4', ja: '1e-3' }
/**
 * Max distance between the phones of a command and those that are heard without a grammar. Other speech that was bent into a
 * command is farther away.
 */
const DISTANCE_MAX: Readonly<Record<SpeechLanguage, number>> = { en: 0.6, ja: 0.6 }
/** Samples of free text that is worth a dictation: 0.4 s. */
const BODY_SAMPLES_MIN = 6400

interface CommandRequest {
  readonly language: SpeechLanguage
  readonly grammar: SpeechGrammar
  readonly samples: Int16Array
}

/** Decodes utterances that are one of a closed list of commands. It keeps the decoder of the last list. */
export class CommandDecoder {
  readonly #dictate: (samples: Int16Array) => string
  #phones: Decoder | null = null
  #current: { readonly key: string; readonly decoder: Decoder; readonly compiled: CompiledGrammar } | null = null

  /** @param dictate - returns the text of English free text */
  constructor(dictate: (samples: Int16Array) => string) {
    this.#dictate = dictate
  }

  /** @returns the text of the command; empty for any other speech */
  async decode({ language, grammar, samples }: CommandRequest): Promise<string> {
    const { decoder, compiled } = await this.#open(language, grammar)
    decoder.decode(samples)
    const segments = decoder.segments()
    const found = compiled.commandOf(segments.map(({ word }) => word))
    if (found === null || this.#distanceOf(samples, segments, compiled) > DISTANCE_MAX[language]) return ''
    return textOfCommand(found, language === 'en' && hasBody(found) ? this.#bodyOf(samples, segments) : '')
  }

  /** The second look at a command: how far its phones are from those that are heard in the same samples without a grammar. */
  #distanceOf(samples: Int16Array, segments: readonly Segment[], { phonesOf }: CompiledGrammar): number {
    this.#phones ??= new Decoder(PHONES_ONLY)
    this.#phones.decode(samples.subarray(0, endOfCommand(samples, segments)))
    const heard = this.#phones.segments().map(({ word }) => word)
    return phoneDistance(phonesOf(segments.map(({ raw }) => raw)), heard)
  }

  /** Dictates what follows the last word of the command. */
  #bodyOf(samples: Int16Array, segments: readonly Segment[]): string {
    const rest = samples.subarray(endOfCommand(samples, segments))
    return rest.length < BODY_SAMPLES_MIN ? '' : this.#dictate(rest)
  }

  async #open(language: SpeechLanguage, grammar: SpeechGrammar) {
    const key = JSON.stringify([language, grammar])
    if (this.#current?.key === key) return this.#current
    const compiled = await compileGrammar(grammar)
    const decoder = createDecoder(compiled, WORD_PENALTY[language])
    this.#current?.decoder.close()
    this.#current = { key, decoder, compiled }
    return this.#current
  }
}

/** The number of samples up to the last word of the command. */
const endOfCommand = (samples: Int16Array, segments: readonly Segment[]): number =>
  segments.findLast(({ word }) => !isOther(word))?.end ?? samples.length

/** The library reads its grammar and dictionary from files. */
function createDecoder({ jsgf, words }: CompiledGrammar, wordPenalty: string): Decoder {
  const folder = mkdtempSync(path.join(tmpdir(), 'noroshi-grammar-'))
  try {
    const lines = [...words].flatMap(([word, pronunciations]) =>
      pronunciations.map((phones, index) => `${word}${index === 0 ? '' : `(${index + 1})`} ${phones}\n`),
    )
    writeFileSync(path.join(folder, 'words.dict'), lines.join(''))
    writeFileSync(path.join(folder, 'commands.gram'), jsgf)
    return new Decoder({
      '-dict': path.join(folder, 'words.dict'),
      '-jsgf': path.join(folder, 'commands.gram'),
      '-wip': wordPenalty,
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
