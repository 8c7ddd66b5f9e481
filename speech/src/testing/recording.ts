import { Mp4OutputFormat, OggOutputFormat, WebMOutputFormat } from 'mediabunny'
import { encodeOpus } from '../audio/opus-encoder.ts'
import { packOpus } from '../audio/opus-file.ts'

export type RecordingFormat = 'webm' | 'mp4' | 'ogg'

const formats = {
  webm: () => new WebMOutputFormat({ appendOnly: true, minimumClusterDuration: 0.5 }),
  mp4: () => new Mp4OutputFormat({ fastStart: 'fragmented', minimumFragmentDuration: 0.5 }),
  ogg: () => new OggOutputFormat(),
}

/** @returns a recording with Opus, as the recorder of a browser writes it */
export const record = (samples: Int16Array, format: RecordingFormat = 'webm'): Promise<Uint8Array<ArrayBuffer>> =>
  packOpus(encodeOpus(samples), formats[format]())

/** Cuts a recording into parts of about a second, as a browser sends them. */
export function cutRecording(recording: Uint8Array<ArrayBuffer>, parts: number): Uint8Array<ArrayBuffer>[] {
  const size = Math.ceil(recording.length / parts)
  return Array.from({ length: parts }, (_, index) => recording.slice(index * size, (index + 1) * size))
}
