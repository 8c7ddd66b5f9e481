import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { record as recordVoice } from '../../../../speech/src/testing/recording.ts'
import { cleanMedia, type Recording } from './media-cleaner.ts'

const run = promisify(execFile)
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'noroshi-media-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const VIDEO = ['-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=10:duration=1']
const SOUND = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=1']
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
const TAGS = ['location=+35.6894+139.6917/', 'title=SecretTitle', 'comment=SecretComment'].flatMap((tag) => ['-metadata', tag])
/** What the tags and the name of the H.264 encoder in the video's user data contain. */
const SECRETS = ['35.6894', 'Secret', 'x264', 'Lavf']

/** Records a file with a title, a location and a comment, for each track too. */
async function record(name: string, ...options: readonly string[]): Promise<Buffer> {
  const file = path.join(folder, name)
  await run('ffmpeg', ['-v', 'error', '-y', ...options, ...TAGS, '-metadata:s:0', 'title=SecretTrack', file])
  return readFile(file)
}

/** Returns the codec and the number of decoded frames of each stream, without attached pictures. */
async function streamsOf(name: string, bytes?: Buffer): Promise<unknown> {
  const file = path.join(folder, name)
  if (bytes) await writeFile(file, bytes)
  const entries = 'stream=codec_name,nb_read_frames'
  const { stdout } = await run('ffprobe', ['-v', 'error', '-count_frames', '-of', 'json', '-show_entries', entries, file])
  const { streams } = JSON.parse(stdout) as { streams: { codec_name: string; nb_read_frames: string }[] } // ffprobe's format
  return streams.map(({ codec_name: codec, nb_read_frames: frames }) => `${codec} ${frames}`)
}

const findSecrets = (bytes: Buffer): string[] => SECRETS.filter((secret) => bytes.includes(secret))

async function clean(bytes: Buffer, type: string): Promise<Recording> {
  const cleaned = await cleanMedia(bytes, type)
  if (typeof cleaned === 'string') throw new Error(cleaned)
  return cleaned
}

test.each([
  ['a.mp4', 'video/mp4', 'video/mp4', [...VIDEO, ...SOUND, ...H264, '-bf', '2', '-movflags', 'use_metadata_tags']],
  ['fragments.mp4', 'video/mp4', 'video/mp4', [...VIDEO, ...SOUND, ...H264, '-movflags', 'frag_keyframe+empty_moov']],
  ['phone.mov', 'video/quicktime', 'video/mp4', [...VIDEO, ...SOUND, ...H264]],
  ['camera.mov', 'video/quicktime', 'video/quicktime', [...VIDEO, ...SOUND, ...H264, '-c:a', 'pcm_s16le']],
  ['old.3gp', 'video/3gpp', 'video/mp4', [...VIDEO, ...SOUND, ...H264, '-c:a', 'aac']],
  ['vp9.webm', 'video/webm', 'video/webm', [...VIDEO, ...SOUND, '-c:v', 'libvpx-vp9', '-cpu-used', '8', '-c:a', 'libopus']],
  ['vp8.webm', 'video/webm', 'video/webm', [...VIDEO, ...SOUND, '-c:v', 'libvpx', '-cpu-used', '8', '-c:a', 'libvorbis']],
  ['h264.mkv', 'video/matroska', 'video/mp4', [...VIDEO, ...SOUND, ...H264, '-c:a', 'flac']],
  ['voice.webm', 'audio/webm', 'audio/webm', [...SOUND, '-c:a', 'libopus']],
  ['vorbis.ogg', 'audio/ogg', 'audio/ogg', [...SOUND, '-c:a', 'libvorbis']],
  ['opus.ogg', 'audio/ogg', 'audio/ogg', [...SOUND, '-c:a', 'libopus']],
  ['song.mp3', 'audio/mpeg', 'audio/mpeg', [...SOUND, '-c:a', 'libmp3lame']],
  ['song.flac', 'audio/flac', 'audio/flac', SOUND],
  ['song.wav', 'audio/wav', 'audio/wav', SOUND],
  ['song.aac', 'audio/aac', 'audio/aac', [...SOUND, '-write_id3v2', '1']],
  ['memo.m4a', 'audio/mp4', 'audio/mp4', [...SOUND, '-c:a', 'aac']],
])('%s loses its location and all other metadata and keeps all frames', async (name, type, cleanType, options) => {
  const sent = await record(name, ...options)
  expect(findSecrets(sent)).not.toEqual([])
  const cleaned = await clean(sent, type)
  expect(cleaned.type).toBe(cleanType)
  expect(findSecrets(cleaned.bytes)).toEqual([])
  expect(await streamsOf(`clean-${name}.${cleaned.extension}`, cleaned.bytes)).toEqual(await streamsOf(name))
})

test('an attached picture, subtitles with locations, and chapters of a video are removed', async () => {
  await writeFile(path.join(folder, 'gps.srt'), '1\n00:00:00,000 --> 00:00:01,000\nGPS 35.6894 139.6917\n')
  const subtitles = ['-i', path.join(folder, 'gps.srt'), '-c:s', 'mov_text']
  const sent = await record('drone.mp4', ...VIDEO, ...subtitles, ...H264)
  const cleaned = await clean(sent, 'video/mp4')
  expect(findSecrets(cleaned.bytes)).toEqual([])
  expect(await streamsOf('clean-drone.mp4', cleaned.bytes)).toEqual(['h264 10'])
})

test('a video keeps the rotation of its phone', async () => {
  const plain = await record('plain.mp4', ...VIDEO, ...H264)
  const identity = Buffer.from('0001000000000000000000000000000000010000', 'hex')
  const turned = Buffer.from('000000000001000000000000ffff000000000000', 'hex')
  const track = plain.indexOf('tkhd')
  turned.copy(plain, plain.indexOf(identity, track))
  const { bytes } = await clean(plain, 'video/mp4')
  expect(bytes.subarray(bytes.indexOf('tkhd')).includes(turned)).toBe(true)
})

test('a video whose codec cannot be read is unsupported, and a cut off one is damaged', async () => {
  const h263 = await record('old-codec.3gp', ...VIDEO, '-c:v', 'h263', '-s', '176x144', '-f', '3gp')
  expect(await cleanMedia(h263, 'video/3gpp')).toBe('unsupported')
  const theora = await record('theora.ogv', ...VIDEO, ...SOUND)
  expect(await cleanMedia(theora, 'video/ogg')).toBe('unsupported')
  const whole = await record('whole.mp4', ...VIDEO, ...H264)
  expect(await cleanMedia(whole.subarray(0, whole.length / 2), 'video/mp4')).toBe('damaged')
  expect(await cleanMedia(Buffer.from('nothing of the kind'), 'video/mp4')).toBe('damaged')
})

test('a recording whose last fragment is written twice keeps all frames, once', async () => {
  const fragments = ['-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov+default_base_moof']
  const whole = await record('once.mp4', ...SOUND, ...fragments)
  const last = whole.lastIndexOf('moof') - 4
  const twice = Buffer.concat([whole.subarray(0, last + whole.readUInt32BE(last)), whole.subarray(last)])
  const { bytes } = await clean(twice, 'video/mp4')
  expect(await streamsOf('twice.mp4', bytes)).toEqual(await streamsOf('once.mp4'))
})

test.each([Buffer.alloc(1), Buffer.alloc(8), Buffer.alloc(100_000), Buffer.alloc(1000, 'not an element')])(
  'a recording of a browser with bytes of a crash behind it keeps all frames (%#)',
  async (rest) => {
    const voice = Buffer.from(await recordVoice(new Int16Array(16_000)))
    const { bytes } = await clean(Buffer.concat([voice, rest]), 'audio/webm')
    expect(await streamsOf('crash.webm', bytes)).toEqual(await streamsOf('whole.webm', voice))
  },
)

test.each([0, 1, 8, 119])(
  'a recording that was cut off within a block, with %i bytes behind it, keeps its whole blocks',
  async (more) => {
    const voice = Buffer.from(await recordVoice(new Int16Array(32_000)))
    const cut = voice.subarray(0, voice.length * 0.6)
    const { bytes } = await clean(Buffer.concat([cut, Buffer.alloc(more)]), 'audio/webm')
    expect(bytes.length).toBeGreaterThan(cut.length / 2)
  },
)
