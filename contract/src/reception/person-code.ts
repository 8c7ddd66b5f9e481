/** The letters of codes, without those that are read as others (Crockford's base 32). */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Characters of a code: 40 bits. */
const LENGTH = 8
/** The beginning of a QR code, so that a desk knows other codes as such. */
const PREFIX = 'NOROSHI:'

/** Returns the code of a person, such as 7K3M-9QTX. @param hex 40 bits of a hash of the id, in hexadecimal digits */
export function personCode(hex: string): string {
  const bits = BigInt(`0x${hex}`)
  const letters = Array.from({ length: LENGTH }, (_, index) => LETTERS[Number((bits >> BigInt(5 * (LENGTH - 1 - index))) & 31n)])
  return `${letters.slice(0, LENGTH / 2).join('')}-${letters.slice(LENGTH / 2).join('')}`
}

/** Returns the text of a QR code with the code of a person. */
export const qrOfPerson = (code: string): string => PREFIX + code.replace('-', '')

/** Returns the code in a text that a desk read or typed, also in full-width letters; null: the text is none. */
export function codeOfText(text: string): string | null {
  const plain = text.normalize('NFKC').trim().toUpperCase()
  const code = (plain.startsWith(PREFIX) ? plain.slice(PREFIX.length) : plain)
    .replaceAll(/[\s\-ー−‐–]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  if (code.length !== LENGTH || code.split('').some((letter) => !LETTERS.includes(letter))) return null
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
}

/** Returns the 40 bits of a code, in hexadecimal digits. */
export function hexOfCode(code: string): string {
  const bits = code
    .replace('-', '')
    .split('')
    .reduce((sum, letter) => (sum << 5n) | BigInt(LETTERS.indexOf(letter)), 0n)
  return bits.toString(16).padStart(10, '0')
}
