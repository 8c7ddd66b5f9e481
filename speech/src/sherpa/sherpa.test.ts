import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Engines } from '../engines.ts'
import { PocketSphinx } from '../pocketsphinx/pocketsphinx.ts'
import { findModels } from './model-files.ts'
import { Sherpa } from './sherpa.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'noroshi-models-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
})

/** Writes empty files into the folder of a model. */
function addModel(folder: string, files: readonly string[]): void {
  mkdirSync(path.join(directory, folder))
  for (const name of files) writeFileSync(path.join(directory, folder, name), '')
}

const ZIPFORMER = [
  'encoder-epoch-99.onnx',
  'encoder-epoch-99.int8.onnx',
  'decoder-epoch-99.onnx',
  'joiner-epoch-99.onnx',
  'tokens.txt',
]

/**
 * Installs an engine with the interface of sherpa-onnx-node 1.13, since its models cannot be downloaded for tests. Its text is the
 * first letter of its kind and the number of samples. It throws for tokens that
 * it cannot read and ends its process for a damaged model, as the real one does.
 */
function installEngine(): void {
  const folder = path.join(directory, 'node_modules/sherpa-onnx-node')
  mkdirSync(folder, { recursive: true })
  const source = `
    const { readFileSync } = require('node:fs')
    const create = (isStreaming) => class {
      constructor({ modelConfig: { tokens, ...model }, featConfig }) {
        if (featConfig.sampleRate !== 16000) throw new TypeError('Please check your config!')
        this.kind = Object.keys(model)[0]
        const content = readFileSync(tokens, 'utf8')
        if (content === 'unreadable') throw new TypeError('Please check your config!')
        if (content === 'damaged') process.abort()
      }
      createStream() {
        return { count: 0, decoded: 0, isOver: false,
          acceptWaveform({ samples, sampleRate }) {
            if (!(samples instanceof Float32Array) || samples.some((s) => Math.abs(s) > 1) || sampleRate !== 16000) throw new TypeError()
            this.count += samples.length
          },
          inputFinished() { if (!isStreaming) throw new TypeError('not a function'); this.isOver = true } }
      }
      isReady(stream) { return stream.decoded < stream.count }
      decode(stream) { stream.decoded = stream.count }
      getResult(stream) { return { text: ' ' + this.kind[0].toUpperCase() + ' ' + stream.decoded } }
    }
    module.exports = { OnlineRecognizer: create(true), OfflineRecognizer: create(false) }`
  writeFileSync(path.join(folder, 'index.js'), source)
}

describe('the models of a directory', () => {
  test('are found by the names of their folders, with the files of 8 bits', () => {
    addModel('en-streaming-zipformer', ZIPFORMER)
    addModel('ja-whisper', ['tiny-encoder.int8.onnx', 'tiny-decoder.int8.onnx', 'tiny-tokens.txt', 'test.wav'])
    const { models, problems } = findModels(directory)
    expect(problems).toEqual([])
    expect(models).toMatchObject([
      {
        language: 'en',
        kind: 'streaming-zipformer',
        files: { encoder: path.join(directory, 'en-streaming-zipformer/encoder-epoch-99.int8.onnx') },
      },
      { language: 'ja', kind: 'whisper', files: { tokens: path.join(directory, 'ja-whisper/tiny-tokens.txt') } },
    ])
  })

  test.each([
    ['ja-zipformer', ['encoder.onnx', 'tokens.txt'], 'ja-zipformer has no file for: decoder, joiner'],
    ['ja-sense-voice', ['model.bin'], 'ja-sense-voice has no file for: model, tokens'],
    ['ja-whisper', [], 'ja-whisper has no file for: encoder, decoder, tokens'],
    ['fr-whisper', ['tokens.txt'], 'fr-whisper is not one of en-streaming-zipformer, en-zipformer'],
    ['ja-other', [], 'ja-other is not one of'],
  ])('a folder %s with the files %j is reported', (folder, files, problem) => {
    addModel(folder, files)
    const found = findModels(directory)
    expect(found.models).toEqual([])
    expect(found.problems).toEqual([expect.stringContaining(`SPEECH_MODEL_DIR: ${problem}`)])
  })

  test('of one language are used once: the streaming one', () => {
    addModel('ja-zipformer', ZIPFORMER)
    addModel('ja-streaming-zipformer', ZIPFORMER)
    const { models, problems } = findModels(directory)
    expect(models.map(({ kind }) => kind)).toEqual(['streaming-zipformer'])
    expect(problems).toEqual([expect.stringContaining('ja-zipformer is not used')])
  })

  test('of an absent directory are reported', () => {
    expect(findModels(path.join(directory, 'none')).problems).toEqual([expect.stringContaining('cannot be read')])
  })
})

describe('the recogniser with models', () => {
  const samples = new Int16Array(16_000).fill(-32_768)

  test('serves each language by its model, several utterances at a time', async () => {
    installEngine()
    addModel('en-streaming-zipformer', ZIPFORMER)
    addModel('ja-sense-voice', ['model.int8.onnx', 'tokens.txt'])
    const sherpa = new Sherpa(directory)
    onTestFinished(() => sherpa.close())
    expect(await sherpa.lines).toEqual([
      `Speech: en by streaming-zipformer in ${directory}/en-streaming-zipformer`,
      `Speech: ja by sense-voice in ${directory}/ja-sense-voice`,
    ])
    expect(sherpa.languages).toMatchObject([{ dictation: true }, { dictation: true }])
    const partials: string[] = []
    const onPartial = (text: string) => void partials.push(text)
    const [first, second] = [
      sherpa.open({ source: 'aiko', language: 'en', onPartial }),
      sherpa.open({ source: 'aiko', language: 'en', onPartial: () => undefined }),
    ]
    first?.accept(samples)
    second?.accept(samples)
    second?.accept(samples)
    await vi.waitFor(() => expect(partials).toEqual(['t 16000']), 10_000)
    expect(await first?.finish()).toBe('t 24000') // with half a second of silence
    expect(await second?.finish()).toBe('t 40000')
    const japanese = sherpa.open({ source: 'aiko', language: 'ja', onPartial })
    for (let part = 0; part < 3; part++) japanese?.accept(samples)
    expect(await japanese?.finish()).toBe('s 48000')
    expect(partials).toHaveLength(1)
  })

  test('without the engine names the command that installs it, and serves no language', async () => {
    addModel('ja-zipformer', ZIPFORMER)
    const sherpa = new Sherpa(directory)
    expect(await sherpa.lines).toEqual([
      expect.stringMatching(/^Speech: ja-zipformer cannot be loaded: the engine is not installed \(npm install --prefix /),
    ])
    expect(sherpa.languages).toMatchObject([{ dictation: false }, { dictation: false }])
    expect(sherpa.open({ source: 'aiko', language: 'ja', onPartial: () => undefined })).toBeNull()
  })

  test.each([
    ['unreadable', 'Please check your config!'],
    ['damaged', ''], // what the operating system says
  ])('with an %s model says so, and PocketSphinx serves the language', async (content, cause) => {
    installEngine()
    addModel('en-whisper', ['encoder.onnx', 'decoder.onnx', 'tokens.txt'])
    writeFileSync(path.join(directory, 'en-whisper/tokens.txt'), content)
    const sherpa = new Sherpa(directory)
    expect(await sherpa.lines).toEqual([expect.stringContaining(`Speech: en-whisper cannot be loaded: `)])
    expect((await sherpa.lines)[0]).toContain(cause)
    const engines = new Engines([sherpa, new PocketSphinx(1)])
    onTestFinished(() => engines.close())
    expect(engines.languages).toMatchObject([
      { language: 'en', dictation: true },
      { language: 'ja', dictation: false },
    ])
    const stream = engines.open({ source: 'aiko', language: 'en', onPartial: () => undefined })
    stream?.accept(new Int16Array(16_000))
    expect(await stream?.finish()).toBe('')
  })
})
