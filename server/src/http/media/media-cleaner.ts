import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  Output,
  type OutputFormat,
} from 'mediabunny'
import { withoutRepeatedFragments } from './media-boxes.ts'
import { cleanDescription, withoutUserData } from './media-codec-data.ts'
import { formatFor, typeOf } from './media-formats.ts'
import type { MediaRefusal } from './media-worker.ts'

/** Removes all metadata from a video or a sound. `type` is the MIME type of the file. */
export interface RecordingJob {
  readonly as: 'recording'
  readonly type: string
}

/** A video or sound that the server wrote. It contains the packets of the sender's tracks, which are not encoded again. */
export interface Recording {
  readonly type: string
  readonly extension: string
  readonly bytes: Buffer
}

/** Types of containers of Matroska. */
const MATROSKA = /webm|matroska/
/**
 * Elements without tags. The demuxer searches for the next element behind bytes that are none, as a crash or a lost part of a
 * recording leaves them, and would never end where none follows. The block that was cut off takes some of these bytes.
 */
const LAST_ELEMENTS = Buffer.from('1254c36780'.repeat(8192), 'hex')

type Track = InputVideoTrack | InputAudioTrack

/** Copies the packets of a track, `shift` seconds later. Call it after the output has started. */
type Copy = (shift: number) => Promise<void>

/**
 * Copies the video and sound tracks into a new container. Tags, places, dates, pictures, chapters, other tracks, unknown boxes and
 * user data within the video are left out.
 */
export async function cleanMedia(bytes: Buffer, type: string): Promise<Recording | MediaRefusal> {
  try {
    // It reads from memory, so there is nothing to close.
    const mended = MATROSKA.test(type) ? Buffer.concat([bytes, LAST_ELEMENTS]) : withoutRepeatedFragments(bytes)
    const input = new Input({ source: new BufferSource(mended), formats: ALL_FORMATS })
    const tracks = await readableTracks(input)
    const format = tracks && formatFor(type, await Promise.all(tracks.map((track) => track.getCodec())))
    if (tracks === null || format === null) return 'unsupported'
    const target = new BufferTarget()
    const output = new Output({ format, target })
    const copies: Copy[] = []
    for (const track of tracks) copies.push(await addTrack(output, track))
    await output.start()
    const shift = await shiftFor(format, tracks)
    await Promise.all(copies.map((copy) => copy(shift)))
    await output.finalize()
    if (target.buffer === null) return 'damaged'
    const hasVideo = tracks.some((track) => track.isVideoTrack())
    return { ...typeOf(format, hasVideo), bytes: Buffer.from(target.buffer) }
  } catch {
    // The demuxer fails on damaged files, the muxer on packets that do not fit the container.
    return 'damaged'
  }
}

/**
 * Returns the tracks whose codec is known. Some phones add a second sound track of a codec of their own. Returns null when all
 * tracks of sound, or all of video, have unknown codecs.
 * @throws when there is no track.
 */
async function readableTracks(input: Input): Promise<Track[] | null> {
  const kinds: Track[][] = [await input.getVideoTracks(), await input.getAudioTracks()]
  if (kinds.flat().length === 0) throw new Error('there is no track')
  const readable = await Promise.all(kinds.map(filterKnown))
  const isLost = readable.some((known, index) => known.length === 0 && (kinds[index]?.length ?? 0) > 0)
  return isLost ? null : readable.flat()
}

async function filterKnown(tracks: readonly Track[]): Promise<Track[]> {
  const codecs = await Promise.all(tracks.map((track) => track.getCodec()))
  return tracks.filter((_, index) => codecs[index] !== null)
}

/** Returns the seconds by which all timestamps move, because most containers have none below 0. */
async function shiftFor(format: OutputFormat, tracks: readonly Track[]): Promise<number> {
  if (format.negativeTimestampSupport === 'full') return 0
  const starts = await Promise.all(tracks.map((track) => track.getFirstTimestamp()))
  return Math.max(0, -Math.min(...starts))
}

/** Adds a track to the output. The returned function copies its packets. */
async function addTrack(output: Output, track: Track): Promise<Copy> {
  if (track.isVideoTrack()) {
    const codec = assertKnown(await track.getCodec())
    const source = new EncodedVideoPacketSource(codec)
    output.addVideoTrack(source, { transformationMatrix: await track.getTransformationMatrix() })
    const sent = assertKnown(await track.getDecoderConfig())
    const decoderConfig = { ...sent, ...cleanDescription(codec, sent.description) }
    return async (shift) => {
      for await (const packet of shifted(track, shift)) {
        const data = withoutUserData(codec, decoderConfig.description, packet.data)
        if (data.length > 0) await source.add(packet.clone({ data }), { decoderConfig })
      }
      source.close()
    }
  }
  const codec = assertKnown(await track.getCodec())
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source)
  const sent = assertKnown(await track.getDecoderConfig())
  const decoderConfig = { ...sent, ...cleanDescription(codec, sent.description) }
  return async (shift) => {
    for await (const packet of shifted(track, shift)) await source.add(packet, { decoderConfig })
    source.close()
  }
}

/** Returns the packets in the order of decoding. */
async function* shifted(track: Track, shift: number): AsyncGenerator<EncodedPacket> {
  let latest = -Infinity
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { verifyKeyPackets: true })) {
    const timestamp = packet.timestamp + shift
    // The muxer rejects a key packet before the end of the pictures before it, which some files have.
    const type = packet.type === 'key' && timestamp < latest ? 'delta' : packet.type
    latest = Math.max(latest, timestamp)
    yield packet.clone({ timestamp, type, sideData: {} })
  }
  if (latest === -Infinity) throw new Error('the track is empty')
}

function assertKnown<Value>(value: Value | null): Value {
  if (value === null) throw new Error('the track cannot be read')
  return value
}
