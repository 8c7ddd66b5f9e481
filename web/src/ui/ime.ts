/** The key code of a key that the input method has taken: Safari ends the composition before the Enter that confirms it. */
const IME_KEY_CODE = 229

interface Key {
  readonly key: string
  readonly keyCode: number
  readonly shiftKey: boolean
  readonly isComposing: boolean
}

/** Whether this key sends: Enter does, with Shift it breaks the line, and while kana become kanji it belongs to the input method. */
export const confirmsWords = ({ key, keyCode, shiftKey, isComposing }: Key): boolean =>
  key === 'Enter' && !shiftKey && !isComposing && keyCode !== IME_KEY_CODE
