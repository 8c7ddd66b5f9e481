/** The digit 0 of scripts whose digits keyboards give. Each is followed by the digits 1 to 9. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0x1040, 0x17e0].map((code) => String.fromCodePoint(code))
const OTHER_DIGIT = new RegExp(
  `[${ZEROS.map((zero) => `${zero}-${String.fromCodePoint((zero.codePointAt(0) ?? 0) + 9)}`).join('')}]`,
  'gu',
)

function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const zero = ZEROS.map((text) => text.codePointAt(0) ?? 0).findLast((first) => first <= code) ?? code
  return String(code - zero)
}

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Returns a text of ASCII characters as input methods and contact cards give it: full width and invisible characters are gone. */
export const toAsciiText = (text: string): string => text.normalize('NFKC').replaceAll(INVISIBLE, '').trim()

/**
 * Returns the text of a number as ASCII: full-width digits and those of other scripts become 0 to 9, minus signs become
 * hyphens, and invisible characters such as direction marks are removed.
 */
export const toAsciiNumber = (text: string): string =>
  toAsciiText(text)
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(OTHER_DIGIT, asciiDigit)

/** Decimal digits, or the form in which JavaScript writes numbers below a millionth. */
const DECIMAL = /^[+-]?(?:\d{1,15}(?:\.\d{0,30})?|\.\d{1,30}|\d(?:\.\d{1,20})?e-\d{1,3})$/
const WHOLE = /^\d{1,15}$/

/**
 * Reads a decimal number. Hexadecimal digits, exponents, commas and units are refused: a wrong number is worse than none.
 * @returns null if the text is not a decimal number
 */
export function parseDecimal(text: string): number | null {
  const plain = toAsciiNumber(text)
  return DECIMAL.test(plain) ? Number(plain) : null
}

/**
 * Reads a whole number without a sign, of at most 15 digits.
 * @returns null if the text is anything else
 */
export function parseWhole(text: string): number | null {
  const plain = toAsciiNumber(text)
  return WHOLE.test(plain) ? Number(plain) : null
}
