import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SpeechGrammar, SpeechLanguage } from '@noroshi/contract/speech/speech-service'
import { confidenceOf, type Evidence, evidenceOf } from './command-confidence.ts'
import { bodyFrames, type CompiledGrammar, compileGrammar, hasBody, textOfCommand, withoutBodies } from './command-grammar.ts'
import { COMPARABLE_SCORES, Decoder, FRAME_SAMPLES, PHONES_ONLY, type Segment } from './library.ts'
import { gateSilence } from './silence-gate.ts'

/** Samples of free text that is worth a dictation: 0.4 s. */
const BODY_SAMPLES_MIN = 6400
/**
 * Frames of free text below which a command may have none: 0.6 s. A loop of phones fits the end of any name, so that 'call Daniel'
 * may be nearer to 'tell Daniel' with some phones.
 */
const SHORT_BODY_FRAMES = 60
/** Lists whose decoders are kept, for users who speak in turn. */
const LISTS_MAX = 4

/** A closed list of commands in a language. */
export interface CommandList {
  readonly language: SpeechLanguage
  readonly grammar: SpeechGrammar
}

export interface CommandRequest extends CommandList {
  readonly samples: Int16Array
}

interface HeardSound {
  readonly samples: Int16Array
  /** The same samples with digital silence between words. */
  readonly gated: Int16Array
  readonly language: SpeechLanguage
}

interface OpenList {
  readonly decoder: Decoder
  readonly compiled: CompiledGrammar
  /** The list without free text, once it was needed. */
  closed: OpenList | null
}

/** The command of a list that is the nearest to an utterance. */
interface NearestCommand {
  readonly evidence: Evidence
  /** The text of the command without its free text, if any. */
  readonly text: string
  /** @returns the text of the command with its free text */
  readonly wholeText: () => string
}

/**
 * Decodes utterances that are one of a closed list of commands. It keeps the decoders of the last lists. Its functions must not be
 * called before the last call is done.
 */
export class CommandDecoder {
  readonly #dictate: (samples: Int16Array) => string
  #phones: Decoder | null = null
  /** The list that was used last is the last one. */
  readonly #lists = new Map<string, OpenList>()

  /** @param dictate - returns the text of English free text */
  constructor(dictate: (samples: Int16Array) => string) {
    this.#dictate = dictate
  }

  /** Compiles a list ahead. */
  async prepare({ language, grammar }: CommandList): Promise<void> {
    await this.#open({ language, grammar })
    this.#phones ??= new Decoder(PHONES_ONLY)
  }

  /** @returns the text of the command; empty for any other speech */
  async decode(request: CommandRequest): Promise<string> {
    const nearest = await this.nearest(request)
    return nearest !== null && confidenceOf(nearest.evidence, request.language) > 0 ? nearest.wholeText() : ''
  }

  /** @returns the command that is the nearest to the sound, which may be any speech; null if no command fits at all */
  async nearest({ samples, ...list }: CommandRequest): Promise<NearestCommand | null> {
    const open = await this.#open(list)
    const sound = { samples, gated: gateSilence(samples), language: list.language }
    open.decoder.decode(sound.gated)
    const segments = open.decoder.segments()
    const frames = bodyFrames(segments)
    if (frames > 0 && frames < SHORT_BODY_FRAMES) {
      const closed = (open.closed ??= await openList(withoutBodies(list.grammar)))
      closed.decoder.decode(sound.gated)
      const nearest = this.#evaluate(sound, closed.compiled, closed.decoder.segments())
      if (nearest !== null && confidenceOf(nearest.evidence, list.language) > 0) return nearest
    }
    return this.#evaluate(sound, open.compiled, segments)
  }

  #evaluate(
    { samples, gated, language }: HeardSound,
    compiled: CompiledGrammar,
    segments: readonly Segment[],
  ): NearestCommand | null {
    const command = compiled.commandOf(segments.map(({ word }) => word))
    if (command === null) return null
    this.#phones ??= new Decoder(PHONES_ONLY)
    this.#phones.decode(gated)
    const parts = compiled.partsOf(segments)
    const evidence = evidenceOf({ parts, segments, heard: this.#phones.segments(), hasBody: hasBody(command) })
    const body = () => {
      const end = parts.at(-1)?.segments.at(-1)?.end ?? 0
      const rest = samples.subarray(end * FRAME_SAMPLES)
      return language === 'en' && hasBody(command) && rest.length >= BODY_SAMPLES_MIN ? this.#dictate(rest) : ''
    }
    return { evidence, text: textOfCommand(command, ''), wholeText: () => textOfCommand(command, body()) }
  }

  /** Frees the decoders. The next command creates them again. */
  close(): void {
    this.#phones?.close()
    this.#phones = null
    for (const list of this.#lists.values()) closeList(list)
    this.#lists.clear()
  }

  async #open({ language, grammar }: CommandList): Promise<OpenList> {
    const key = JSON.stringify([language, grammar])
    const open = this.#lists.get(key) ?? (await openList(grammar))
    this.#lists.delete(key)
    this.#lists.set(key, open)
    const [oldest] = this.#lists
    if (oldest !== undefined && this.#lists.size > LISTS_MAX) {
      this.#lists.delete(oldest[0])
      closeList(oldest[1])
    }
    return open
  }
}

/** The library reads its grammar and dictionary from files. */
async function openList(grammar: SpeechGrammar): Promise<OpenList> {
  const compiled = await compileGrammar(grammar)
  const folder = mkdtempSync(path.join(tmpdir(), 'noroshi-grammar-'))
  try {
    const lines = [...compiled.words].flatMap(([word, pronunciations]) =>
      pronunciations.map((phones, index) => `${word}${index === 0 ? '' : `(${index + 1})`} ${phones}\n`),
    )
    writeFileSync(path.join(folder, 'words.dict'), lines.join(''))
    writeFileSync(path.join(folder, 'commands.gram'), compiled.jsgf)
    const decoder = new Decoder({
      '-dict': path.join(folder, 'words.dict'),
      '-jsgf': path.join(folder, 'commands.gram'),
      '-wip': '1',
      ...COMPARABLE_SCORES,
    })
    return { decoder, compiled, closed: null }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Frees the decoders of a list. */
function closeList({ decoder, closed }: OpenList): void {
  decoder.close()
  if (closed !== null) closeList(closed)
}
