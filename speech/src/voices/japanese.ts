import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Sound, soundOfWav } from '../audio/wav.ts'

// The service has no PATH, because it gets no environment from the server.
const OPEN_JTALK = '/usr/bin/open_jtalk'
const MECAB = '/usr/bin/mecab'
const ESPEAK = '/usr/bin/espeak-ng'

/** The dictionary of Debian's package open-jtalk-mecab-naist-jdic. */
const DICTIONARY = '/var/lib/mecab/dic/open-jtalk/naist-jdic'
/** The voice of Debian's package hts-voice-nitech-jp-atr503-m001, which is in the section `contrib`. */
const VOICE = '/usr/share/hts-voice/nitech-jp-atr503-m001/nitech_jp_atr503_m001.htsvoice'

/** Max milliseconds of one program, and max bytes of its output: a minute at 48 kHz. */
const RUN_WITHIN = 15_000
const OUTPUT_MAX = 8 * 1024 * 1024

const areInstalled = (...files: readonly string[]): boolean => files.every((file) => existsSync(file))

/**
 * The engine of Japanese on this computer. `open_jtalk` sounds natural. `espeak-ng` sounds like a machine and speaks the kana that
 * MeCab reads. null: Japanese cannot be spoken.
 */
export function japaneseVoice(): 'open_jtalk' | 'espeak-ng' | null {
  if (areInstalled(OPEN_JTALK, DICTIONARY, VOICE)) return 'open_jtalk'
  return areInstalled(MECAB, DICTIONARY, ESPEAK) ? 'espeak-ng' : null
}

/** @throws when the program fails or takes too long */
export const speakJapanese = (text: string, voice: 'open_jtalk' | 'espeak-ng'): Promise<Sound> =>
  voice === 'open_jtalk' ? speakWithOpenJtalk(text) : speakWithEspeak(text)

async function speakWithOpenJtalk(text: string): Promise<Sound> {
  const folder = await mkdtemp(path.join(tmpdir(), 'noroshi-jtalk-'))
  try {
    // It needs a file that it can seek in.
    const file = path.join(folder, 'speech.wav')
    await run(OPEN_JTALK, ['-x', DICTIONARY, '-m', VOICE, '-ow', file], text)
    return soundOfWav(await readFile(file))
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function speakWithEspeak(text: string): Promise<Sound> {
  const kana = await kanaOf(text)
  return soundOfWav(await run(ESPEAK, ['-v', 'ja', '-s', '150', '--stdin', '--stdout'], kana))
}

/** Fields of the dictionary: the pronunciation is the tenth. A word that is not in the dictionary has fewer. */
const PRONUNCIATION = 9

/** @returns the pronunciation of a text in katakana. Words without one stay as they are. */
async function kanaOf(text: string): Promise<string> {
  const lines = (await run(MECAB, ['-r', '/dev/null', '-d', DICTIONARY], text)).toString('utf8').split('\n')
  return lines.map(kanaOfLine).join('')
}

/** @param line - a word, a tab and its fields, separated by commas; `EOS` ends a line of text */
function kanaOfLine(line: string): string {
  const [word = '', fields = ''] = line.split('\t')
  if (fields === '') return word === 'EOS' ? '\n' : ''
  const pronunciation = fields.split(',')[PRONUNCIATION - 1] ?? '*'
  return pronunciation === '*' ? word : pronunciation.replaceAll(/[’']/g, '')
}

function run(program: string, args: readonly string[], input: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'], timeout: RUN_WITHIN, killSignal: 'SIGKILL' })
    const output: Buffer[] = []
    let bytes = 0
    child.on('error', reject)
    child.stdout.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes > OUTPUT_MAX) child.kill('SIGKILL')
      else output.push(part)
    })
    child.on('close', (code) =>
      code === 0 ? resolve(Buffer.concat(output)) : reject(new Error(`${program} ended with ${code}`)),
    )
    child.stdin.on('error', () => undefined) // 'close' follows
    child.stdin.end(input)
  })
}
