import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Sound, soundOfWav } from '../audio/wav.ts'

// The programs get no environment, so there is no PATH.
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

const speakWithOpenJtalk = (text: string): Promise<Sound> =>
  withFolder(async (folder) => {
    // It needs a file that it can seek in.
    const file = path.join(folder, 'speech.wav')
    await run(OPEN_JTALK, ['-x', DICTIONARY, '-m', VOICE, '-ow', file], text)
    return soundOfWav(await readFile(file))
  })

async function speakWithEspeak(text: string): Promise<Sound> {
  const kana = await withFolder((folder) => kanaOf(text, folder))
  return soundOfWav(await run(ESPEAK, ['-v', 'ja', '-s', '150', '--stdin', '--stdout'], kana))
}

/** The settings that MeCab requires beside a dictionary. open_jtalk needs none, so its dictionary has none. */
const DICTIONARY_SETTINGS = `cost-factor = 800
bos-feature = BOS/EOS,*,*,*,*,*,*,*,*
eval-size = 8
unk-eval-size = 4
config-charset = UTF-8
`
/** The pronunciation is the ninth field of a word. Words that are not in the dictionary stay as they are. */
const FORMATS = ['--node-format=%f[8]', '--unk-format=%m', String.raw`--eos-format=\n`]

/** @returns the pronunciation of a text in katakana */
async function kanaOf(text: string, folder: string): Promise<string> {
  for (const name of await readdir(DICTIONARY)) await symlink(path.join(DICTIONARY, name), path.join(folder, name))
  await writeFile(path.join(folder, 'dicrc'), DICTIONARY_SETTINGS)
  const kana = await run(MECAB, ['-r', '/dev/null', '-d', folder, ...FORMATS], text)
  return kana.toString('utf8').replaceAll('’', '') // the sign of a silent vowel
}

async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'noroshi-voice-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

function run(program: string, args: readonly string[], input: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: {}, stdio: ['pipe', 'pipe', 'ignore'], timeout: RUN_WITHIN, killSignal: 'SIGKILL' })
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
