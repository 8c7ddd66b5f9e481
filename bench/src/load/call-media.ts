import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { wavOfSound } from '../../../speech/src/audio/wav.ts'

const WIDTH = 640
const HEIGHT = 360
/** Frames per second. The file lasts a second and is repeated. */
const FRAMES = 24
const SAMPLE_RATE = 48_000
const SECONDS = 2

/** Writes a moving picture of 640x360 and a tone that never ends, for the fake devices of Chromium. */
export function createMediaFiles(): { readonly video: string; readonly sound: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'noroshi-bench-media-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const files = { video: path.join(folder, 'video.y4m'), sound: path.join(folder, 'sound.wav') }
  writeFileSync(files.video, movingPicture())
  writeFileSync(files.sound, tone())
  return files
}

function movingPicture(): Buffer {
  const chroma = Buffer.alloc((WIDTH / 2) * (HEIGHT / 2), 110)
  const frames = Array.from({ length: FRAMES }, (_, frame) => {
    const brightness = Buffer.alloc(WIDTH * HEIGHT)
    for (let y = 0; y < HEIGHT; y++)
      for (let x = 0; x < WIDTH; x++)
        brightness[y * WIDTH + x] = 128 + Math.round(90 * Math.sin((2 * Math.PI * (x + y + (frame * 160) / FRAMES)) / 160))
    return [Buffer.from('FRAME\n'), brightness, chroma, chroma]
  })
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES}:1 Ip A1:1 C420mpeg2\n`), ...frames.flat()])
}

/** A tone whose loudness and pitch change all the time, since browsers remove a steady tone as noise. */
function tone(): Buffer {
  const samples = Int16Array.from({ length: SAMPLE_RATE * SECONDS }, (_, index) => {
    const at = index / SAMPLE_RATE
    const loudness = 0.4 + 0.6 * Math.abs(Math.sin(2 * Math.PI * 4 * at))
    return Math.round(16_000 * loudness * Math.sin(2 * Math.PI * (500 * at + 20 * Math.sin(2 * Math.PI * 2 * at))))
  })
  return wavOfSound({ samples, rate: SAMPLE_RATE })
}
