/** Key code of keys that an input method handles. Safari ends the composition before the Enter that confirms it. */
const IME_KEY_CODE = 229

interface ComposingKey {
  readonly keyCode: number
  readonly isComposing: boolean
}

interface KeyPress extends ComposingKey {
  readonly key: string
  readonly shiftKey: boolean
}

/** Returns whether an input method handles this key press. While kana become kanji, the page must ignore it. */
export const isComposing = ({ keyCode, isComposing }: ComposingKey): boolean => isComposing || keyCode === IME_KEY_CODE

/** Returns whether a key press sends a text: Enter without Shift and outside a composition. */
export const isSendKey = (pressed: KeyPress): boolean => pressed.key === 'Enter' && !pressed.shiftKey && !isComposing(pressed)
