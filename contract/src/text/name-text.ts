import { z } from 'zod'
import { hasLink } from './links.ts'
import { hasReordering, isBlank, trimInvisible } from './visible-text.ts'

/**
 * Returns a name as it is stored: in NFC, with spaces instead of tabs, without spaces or invisible characters at its ends, and
 * empty if it shows nothing.
 */
export function toNameText(text: string): string {
  const plain = trimInvisible(text.normalize('NFC').replaceAll('\t', ' '))
  return isBlank(plain) ? '' : plain
}

/** Characters beyond any limit of a name. The search for addresses takes quadratic time, and a longer name is refused in any case. */
const SEARCHED_MAX = 500

/** Whether a name is one line. The null character has a message of its own. */
const isOneLine = (name: string): boolean => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name.replaceAll('\u0000', ''))

/**
 * A name or title of anything: one line without characters that reorder others. A name that shows nothing is ''.
 * Names that were stored before these rules stay as they are.
 * @param message the message key of a missing name
 */
export const nameText = (message: string) =>
  z
    .string(message)
    .overwrite(toNameText)
    .refine((name) => isOneLine(name) && !hasReordering(name), 'common.nameCharacters')

/**
 * A name that a member chooses and others see beside texts and in mails: of a person or a group. It contains no web address.
 * Its field limits its length.
 * @param message the message key of a missing name
 */
export const memberNameText = (message: string) =>
  nameText(message).refine((name) => name.length > SEARCHED_MAX || !hasLink(name), 'common.nameLink')
