import { outputOf } from '../platform/audio/output.ts'

/** Opens a microphone that hears a tone. */
export async function openTone(): Promise<MediaStream> {
  const context = outputOf('playback')?.context
  if (!context) throw new Error('this browser has no WebAudio')
  const tone = new OscillatorNode(context)
  const microphone = new MediaStreamAudioDestinationNode(context)
  tone.connect(microphone)
  tone.start()
  await context.resume()
  return microphone.stream
}
