import { type FliteManner, type FliteVoice, speakWithFlite } from '../voices/flite-voice.ts'

export { FLITE_VOICES, type FliteVoice } from '../voices/flite-voice.ts'

/** Samples of half a second. */
const SILENCE = 8000

/** @returns samples (16 kHz, mono) of an English text as flite speaks it, with half a second of silence around it */
export async function speak(text: string, voice: FliteVoice = 'rms', manner?: FliteManner): Promise<Int16Array<ArrayBuffer>> {
  const { samples: spoken } = await speakWithFlite(text, voice, manner)
  const samples = new Int16Array(spoken.length + 2 * SILENCE)
  samples.set(spoken, SILENCE)
  return samples
}
