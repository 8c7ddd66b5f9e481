interface WakeWordOptions {
  readonly onHit: () => void
  readonly onState: (state: { readonly isMicrophoneOpen: boolean }) => void
}
type CreateWakeWord = (options: WakeWordOptions) => { start: () => void; stop: () => void }

const modules = import.meta.glob<{ createWakeWord: CreateWakeWord }>('./wake-word.ts')

/** Loads the code of the wake word. @returns null in a build without it: the button opens the dialog then */
export async function loadWakeWord(): Promise<CreateWakeWord | null> {
  const load = modules['./wake-word.ts']
  return load === undefined ? null : (await load()).createWakeWord
}
