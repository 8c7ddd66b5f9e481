import { dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD_MIN } from '@noroshi/contract/limits'
import { AppError } from '#/http/errors.ts'

/** Texts that a password must not consist of. */
export interface PasswordOwner {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
}

/** The most common passwords that are long enough: 18,000 of a list of 49,000 from published leaks (decisions/0112). */
const commonPasswords: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_MIN),
)

/** Min letters of a password beside the name and the email of its owner. */
const OTHER_LETTERS_MIN = 4
/** Min characters of a part of a name in Latin letters. Shorter ones are in many words. */
const LATIN_PART_MIN = 3

const plainText = (text: string): string => text.normalize('NFKC').toLowerCase()

/**
 * Checks the rules of a new password that need a list or its owner. The contract checks the others.
 * @throws auth.passwordCommon, auth.passwordPersonal (400)
 */
export function assertGoodPassword(password: string, owner: PasswordOwner): void {
  const plain = plainText(password)
  if (commonPasswords.has(plain)) throw new AppError('auth.passwordCommon')
  if (isPersonal(plain, owner)) throw new AppError('auth.passwordPersonal')
}

/** Whether a password has almost no letters beside the name and the email of its owner: `tanaka1985`, `haruka.sato`. */
function isPersonal(plain: string, owner: PasswordOwner): boolean {
  const parts = personalParts(owner).filter((part) => plain.includes(part))
  if (parts.length === 0) return false
  const rest = parts.reduce((left, part) => left.replaceAll(part, ''), plain)
  return (rest.match(/\p{L}/gu)?.length ?? 0) < OTHER_LETTERS_MIN
}

/** Returns the words of the name and of the email, the longest first, so that none is cut by a shorter one. */
function personalParts({ email, firstName, lastName }: PasswordOwner): string[] {
  const texts = [email, firstName, lastName].map(plainText)
  const words = texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
  const isLongEnough = (word: string) => word.length >= (/^[\p{Script=Latin}\p{N}]*$/u.test(word) ? LATIN_PART_MIN : 1)
  return words.filter((word) => word !== '' && isLongEnough(word)).toSorted((a, b) => b.length - a.length)
}
