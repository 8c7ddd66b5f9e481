/** The key code of a key that the input method has taken: Safari ends the composition before the Enter that confirms it. */
const IME_KEY_CODE = 229

interface ComposingKey {
  readonly keyCode: number
  readonly isComposing: boolean
}

interface Key extends ComposingKey {
  readonly key: string
  readonly shiftKey: boolean
}

/** Whether a key belongs to the input method: while kana become kanji it is not for the page. */
export const isOfInputMethod = ({ keyCode, isComposing }: ComposingKey): boolean => isComposing || keyCode === IME_KEY_CODE

/** Whether this key sends: Enter does, with Shift it breaks the line, and while kana become kanji it belongs to the input method. */
export const confirmsWords = (pressed: Key): boolean => pressed.key === 'Enter' && !pressed.shiftKey && !isOfInputMethod(pressed)
