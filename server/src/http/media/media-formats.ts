import {
  AdtsOutputFormat,
  FlacOutputFormat,
  type MediaCodec,
  MkvOutputFormat,
  MovOutputFormat,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  type OutputFormat,
  WavOutputFormat,
  WebMOutputFormat,
} from 'mediabunny'

const mp4 = () => new Mp4OutputFormat({ fastStart: 'in-memory' })
const mov = () => new MovOutputFormat({ fastStart: 'in-memory' })
const webm = () => new WebMOutputFormat()
const mkv = () => new MkvOutputFormat()
const ogg = () => new OggOutputFormat()

/** The containers that a file of each type is written to, the most widely played one first. */
const CONTAINERS: Record<string, readonly (() => OutputFormat)[]> = {
  'video/mp4': [mp4, mov],
  'video/x-m4v': [mp4, mov],
  'video/3gpp': [mp4, mov],
  'video/3gpp2': [mp4, mov],
  'video/quicktime': [mp4, mov],
  'audio/mp4': [mp4, mov],
  'video/webm': [webm, mp4, mkv],
  'audio/webm': [webm, mp4, mkv],
  'video/matroska': [webm, mp4, mkv],
  'audio/ogg': [ogg],
  'audio/mpeg': [() => new Mp3OutputFormat()],
  'audio/aac': [() => new AdtsOutputFormat()],
  'audio/flac': [() => new FlacOutputFormat()],
  'audio/wav': [() => new WavOutputFormat()],
}

/** The types that {@link formatFor} has containers for. */
export const CLEANED_TYPES: ReadonlySet<string> = new Set(Object.keys(CONTAINERS))

/** Browsers play uncompressed sound in QuickTime files, but not in MP4. */
const isPlayedIn = (format: OutputFormat, codec: MediaCodec): boolean =>
  format.getSupportedCodecs().includes(codec) &&
  !(format instanceof Mp4OutputFormat && (codec.startsWith('pcm') || codec === 'prores'))

/** Returns the first container that takes all codecs; null if none does. */
export function formatFor(type: string, codecs: readonly (MediaCodec | null)[]): OutputFormat | null {
  const formats = (CONTAINERS[type] ?? []).map((create) => create())
  return formats.find((format) => codecs.every((codec) => codec !== null && isPlayedIn(format, codec))) ?? null
}

/** Returns the MIME type and the extension of a file that is written in this container. */
export function typeOf(format: OutputFormat, hasVideo: boolean): { type: string; extension: string } {
  const kind = hasVideo ? 'video' : 'audio'
  if (format instanceof MovOutputFormat) return { type: 'video/quicktime', extension: 'mov' }
  if (format instanceof Mp4OutputFormat) return { type: `${kind}/mp4`, extension: hasVideo ? 'mp4' : 'm4a' }
  if (format instanceof WebMOutputFormat) return { type: `${kind}/webm`, extension: 'webm' }
  if (format instanceof MkvOutputFormat) return { type: 'video/matroska', extension: 'mkv' }
  if (format instanceof OggOutputFormat) return { type: 'audio/ogg', extension: 'ogg' }
  if (format instanceof Mp3OutputFormat) return { type: 'audio/mpeg', extension: 'mp3' }
  if (format instanceof AdtsOutputFormat) return { type: 'audio/aac', extension: 'aac' }
  if (format instanceof FlacOutputFormat) return { type: 'audio/flac', extension: 'flac' }
  return { type: 'audio/wav', extension: 'wav' }
}
