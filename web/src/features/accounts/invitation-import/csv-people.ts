import { isJapanese } from '@noroshi/contract/accounts/person-name'
import { PhoneNumber } from '@noroshi/contract/accounts/phone'
import { Recipient } from '@noroshi/contract/accounts/invitation-import.http'
import { isStorable } from '@noroshi/contract/define'
import { toAsciiText } from '@noroshi/contract/text/numbers'
import { createValidator } from '../../../platform/forms/form-rules.ts'
import type { MessageKey, Text } from '../../../platform/language/i18n.ts'
import type { Columns, Field } from './csv-columns.ts'
import type { CsvRow } from './read-csv.ts'

/** Max rows and bytes of a file. */
export const ROWS_MAX = 2000
export const FILE_BYTES_MAX = 1_048_576

/** The person of a row. */
export interface Person {
  /** The number of the row in the file. */
  readonly number: number
  readonly firstName: string
  readonly lastName: string
  /** '' without an address. */
  readonly email: string
  /** As it is in the file. It stays on this device. */
  readonly phone: string
  /** Why the person cannot be invited, in words; null: the row is good. */
  readonly problem: string | null
  /** A remark that does not matter for the invitation; null without one. */
  readonly remark: string | null
}

const validate = createValidator(Recipient)

const LABELS: Readonly<Record<string, MessageKey>> = {
  firstName: 'accounts.firstName',
  lastName: 'accounts.lastName',
  email: 'accounts.email',
}

/**
 * Divides a whole name. In Japanese script the family name is first, and before a comma in any script. A name of one part is a
 * first name, which registration requires.
 */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [family, given] = name.split(/[,、，]/, 2).map((part) => part.trim())
  if (given !== undefined && given !== '') return { firstName: given, lastName: family ?? '' }
  const parts = name.trim().split(/\s+/)
  if (parts.length < 2) return { firstName: parts[0] ?? '', lastName: '' }
  return isJapanese(name)
    ? { firstName: parts.slice(1).join(' '), lastName: parts[0] ?? '' }
    : { firstName: parts.slice(0, -1).join(' '), lastName: parts.at(-1) ?? '' }
}

/** Returns the people of the rows, each with its problem in the language of `text`. */
export function readPeople(rows: readonly CsvRow[], columns: Columns, text: Text): Person[] {
  const firstRows = new Map<string, number>()
  return rows.map(({ number, cells, isBroken }) => {
    const cell = (field: Field) => cells[columns[field] ?? -1] ?? ''
    const whole = splitName(cell('name'))
    const written = {
      firstName: columns.firstName === null ? whole.firstName : cell('firstName'),
      lastName: columns.lastName === null ? whole.lastName : cell('lastName'),
      email: toAsciiText(cell('email')) === '' ? null : cell('email'),
    }
    const { data } = Recipient.safeParse(written)
    const { firstName, lastName, email } = data ?? written
    const person = { number, firstName, lastName, email: email ?? '', phone: cell('phone').trim(), remark: null }
    if (isBroken) return { ...person, problem: text('invitationImport.broken') }
    if (!data) return { ...person, problem: problemOf(written, text) }
    if (![...cells].every(isStorable)) return { ...person, problem: text('common.unstorable') }
    const key = data.email ?? `${data.firstName}\n${data.lastName}`
    const earlier = firstRows.get(key)
    if (earlier !== undefined)
      return {
        ...person,
        problem: text(data.email === null ? 'invitationImport.sameName' : 'invitationImport.sameEmail', { row: earlier }),
      }
    firstRows.set(key, number)
    return { ...person, problem: null, remark: remarkOf(person, text) }
  })
}

function problemOf(written: object, text: Text): string {
  const [[path, problem] = ['', '']] = Object.entries(validate(written))
  const label = LABELS[path]
  // The text about a row without a name and an address names both.
  return label === undefined || problem === text('invitationImport.nameless')
    ? problem
    : text('invitationImport.problemOf', { field: text(label), problem })
}

function remarkOf({ email, phone }: Pick<Person, 'email' | 'phone'>, text: Text): string | null {
  if (phone !== '' && !PhoneNumber.safeParse(phone).success) return text('invitationImport.phoneOdd', { phone })
  return email === '' ? text('invitationImport.noEmail') : null
}
