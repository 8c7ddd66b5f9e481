/** Distance of a katakana from its hiragana. */
const KANA_DISTANCE = 0x60

/** Converts katakana to hiragana. Half-width katakana needs NFKC first. */
export const toHiragana = (text: string): string =>
  text.replaceAll(/[\u30a1-\u30f6\u30fd\u30fe]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - KANA_DISTANCE))
