/** Crockford's Base32: it has no letters that look like digits. */
export const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Normalizes a typed code: upper case without separators, with I and L as 1 and O as 0. */
export const normalizeCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s‐-―−ー_-]/g, '')
    .replaceAll(/[IL]/g, '1')
    .replaceAll('O', '0')
