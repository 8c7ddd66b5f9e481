import { existsSync } from 'node:fs'
import koffi from 'koffi'

/** Where Debian's package pocketsphinx-en-us installs its model. */
export const MODEL = '/usr/share/pocketsphinx/model/en-us'
/** Pronunciations of English words. */
export const DICTIONARY = `${MODEL}/cmudict-en-us.dict`

const LIBRARIES = { pocketsphinx: 'libpocketsphinx.so.3', base: 'libsphinxbase.so.3' }

type Library = ReturnType<typeof bind>
let library: Library | null = null

/** Whether this computer has the library and the model of English. */
export function isInstalled(): boolean {
  try {
    load()
    return existsSync(`${MODEL}/en-us.lm.bin`)
  } catch {
    return false
  }
}

const load = (): Library => (library ??= bind(koffi.load(LIBRARIES.pocketsphinx), koffi.load(LIBRARIES.base)))

/**
 * Returns freed memory to the system, which the allocator of glibc otherwise keeps. Other allocators do it by
 * themselves.
 */
export function returnFreedMemory(): void {
  try {
    koffi.load('libc.so.6').func('int malloc_trim(size_t pad)')(0)
  } catch {
    // another C library
  }
}

/** Binds the functions that the decoder uses (version 5prealpha of the C interface). Each call blocks its thread. */
function bind(pocketsphinx: ReturnType<typeof koffi.load>, base: ReturnType<typeof koffi.load>) {
  base.func('void err_set_logfp(void *file)')(null) // the library would write a log of each utterance to the standard error
  return {
    parseArguments: base.func(
      'void *cmd_ln_parse_r(void *old, void *definitions, int32_t count, const char **values, int32_t strict)',
    ),
    freeArguments: base.func('int cmd_ln_free_r(void *config)'),
    argumentDefinitions: pocketsphinx.func('void *ps_args()'),
    create: pocketsphinx.func('void *ps_init(void *config)'),
    free: pocketsphinx.func('int ps_free(void *decoder)'),
    startStream: pocketsphinx.func('int ps_start_stream(void *decoder)'),
    startUtterance: pocketsphinx.func('int ps_start_utt(void *decoder)'),
    process: pocketsphinx.func(
      'int ps_process_raw(void *decoder, const int16_t *samples, size_t count, int noSearch, int fullUtterance)',
    ),
    endUtterance: pocketsphinx.func('int ps_end_utt(void *decoder)'),
    hypothesis: pocketsphinx.func('const char *ps_get_hyp(void *decoder, void *score)'),
    segments: pocketsphinx.func('void *ps_seg_iter(void *decoder)'),
    nextSegment: pocketsphinx.func('void *ps_seg_next(void *segment)'),
    segmentWord: pocketsphinx.func('const char *ps_seg_word(void *segment)'),
    segmentFrames: pocketsphinx.func('void ps_seg_frames(void *segment, _Out_ int *start, _Out_ int *end)'),
    segmentScores: pocketsphinx.func(
      'int32_t ps_seg_prob(void *segment, _Out_ int32_t *acoustic, _Out_ int32_t *language, _Out_ int32_t *backoff)',
    ),
  }
}

/**
 * Computes all states of the acoustic model in each frame, also those that no word needs. Without it, the scores of two
 * decoders are not comparable, because the library relates them to the best state that it computed.
 */
export const COMPARABLE_SCORES = { '-compallsen': 'yes' }

/**
 * The arguments that write down phones instead of words, without regard to their neighbours: with it, they take ten
 * times as long. The language model has the usual sequences of phones.
 */
export const PHONES_ONLY = {
  '-allphone': `${MODEL}/en-us-phone.lm.bin`,
  '-allphone_ci': 'yes',
  '-beam': '1e-20',
  '-pbeam': '1e-20',
  '-lw': '2.0',
  ...COMPARABLE_SCORES,
}

/** The arguments of dictation. Such a decoder takes about 125 MB and some hundred milliseconds to create. */
const DICTATION = { '-dict': DICTIONARY, '-lm': `${MODEL}/en-us.lm.bin` }

/** A word of an utterance. */
export interface Segment {
  readonly word: string
  /** The number of its pronunciation, from 1: 2 of `a(2)`. */
  readonly variant: number
  /** Its first frame, and the frame after its last one. */
  readonly start: number
  readonly end: number
  /** The fit of its sound as a logarithm; 0 is the best. */
  readonly score: number
  /** The natural logarithm of its share among all readings of the same sound. 0: there is no other; also without words. */
  readonly posterior: number
}

/** Samples of one frame of the library. */
export const FRAME_SAMPLES = 160
/** The library counts logarithms to the base 1.0001. */
const LOG_UNIT = Math.log(1.0001)
const withoutVariant = (words: string): string => words.replaceAll(/\(\d+\)/g, '')

/** A decoder with one dictionary and one language model or grammar for its life. It blocks its thread. */
export class Decoder {
  readonly #c = load()
  readonly #decoder: unknown

  /** @throws when the library or the model cannot be loaded. */
  constructor(model: Readonly<Record<string, string>> = DICTATION) {
    const options = {
      '-hmm': `${MODEL}/en-us`,
      ...model,
      '-remove_silence': 'no', // the voice detector finds the ends of speech
    }
    const values = ['noroshi', ...Object.entries(options).flat()]
    const config: unknown = this.#c.parseArguments(null, this.#c.argumentDefinitions(), values.length, values, 1)
    this.#decoder = config === null ? null : this.#c.create(config)
    if (config !== null) this.#c.freeArguments(config)
    if (this.#decoder === null) throw new Error('PocketSphinx does not load its model')
  }

  start(): void {
    this.#c.startStream(this.#decoder) // resets the noise of the last utterance
    this.#c.startUtterance(this.#decoder)
  }

  accept(samples: Int16Array): void {
    this.#c.process(this.#decoder, samples, samples.length, 0, 0)
  }

  end(): void {
    this.#c.endUtterance(this.#decoder)
  }

  /** The text so far, or of the ended utterance. Variants of pronunciation, such as `a(2)`, are written as the word. */
  text(): string {
    const words = this.#c.hypothesis(this.#decoder, null) as string | null
    return withoutVariant(words ?? '')
  }

  /** Decodes a whole utterance. Its loudness and noise are measured over all of it. */
  decode(samples: Int16Array): void {
    this.start()
    this.#c.process(this.#decoder, samples, samples.length, 0, 1)
    this.end()
  }

  /** The words of the ended utterance. Empty transitions of a grammar are left out. */
  segments(): Segment[] {
    const found: Segment[] = []
    let segment: unknown = this.#c.segments(this.#decoder)
    for (; segment !== null; segment = this.#c.nextSegment(segment)) {
      const [start, end, score] = [[0], [0], [0]]
      this.#c.segmentFrames(segment, start, end)
      const posterior = this.#c.segmentScores(segment, score, [0], [0]) * LOG_UNIT
      const [, word = '', variant = '1'] = /^(.*?)(?:\((\d+)\))?$/.exec(String(this.#c.segmentWord(segment))) ?? []
      if (word === '(NULL)') continue
      found.push({
        word,
        variant: Number(variant),
        start: start[0] ?? 0,
        end: (end[0] ?? 0) + 1,
        score: score[0] ?? 0,
        posterior,
      })
    }
    // Frames are counted from the first utterance of the decoder.
    const first = found[0]?.start ?? 0
    return found.map((each) => ({ ...each, start: each.start - first, end: each.end - first }))
  }

  close(): void {
    this.#c.free(this.#decoder)
  }
}
