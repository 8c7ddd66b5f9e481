import type { RecipientStatus } from '@noroshi/contract/accounts/invitation-import.http'
import type { Language } from '@noroshi/contract/i18n'
import type { MessageKey, Text } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import { linkForOthers } from '../../../shared/admin/link-for-others.ts'
import type { Person } from './csv-people.ts'
import type { Reviewed } from './import-dialog.tsx'
import type { Result } from './invitation-run.ts'
import type { ListedRow } from './row-list.tsx'

type Results = ReadonlyMap<number, Result>

/** A link that is handed over. */
export interface PersonalLink {
  readonly person: Person
  readonly url: string
  readonly expiresAt: string
}

/** Whether a person has the link by mail. */
export const isMailed = (result: Result | undefined): boolean => result?.status === 'created' && result.mail === 'sent'

const urlOf = (result: Extract<Result, { status: 'created' }>): string => linkForOthers(result.ownLink, window.location.href).url

/** Returns the links that no mail contains. */
export const linksOf = (people: readonly Person[], results: Results): PersonalLink[] =>
  people.flatMap((person) => {
    const result = results.get(person.number)
    if (result?.status !== 'created' || isMailed(result)) return []
    return { person, url: urlOf(result), expiresAt: result.expiresAt }
  })

function noteKeyOf(result: Result | undefined, status: RecipientStatus | undefined): MessageKey {
  if (result?.status !== 'created') {
    const known = result?.status ?? status
    return known === 'member' || known === 'invited' ? `invitationImport.${known}` : 'invitationImport.notYet'
  }
  if (result.mail === 'none') return 'invitationImport.linkMade'
  if (result.mail === 'sent') return 'invitationImport.mailed'
  return result.mail === 'failed' ? 'invitationImport.mailFailed' : 'invitationImport.mailWaiting'
}

const noteOf = ({ statuses }: Reviewed, person: Person, results: Results, text: Text): string =>
  person.problem ?? text(noteKeyOf(results.get(person.number), statuses.get(person.number)))

export function listedRowOf(reviewed: Reviewed, person: Person, results: Results, text: Text): ListedRow {
  const result = results.get(person.number)
  const isGood = result?.status === 'created' && result.mail !== 'failed'
  const isPending = result === undefined && reviewed.statuses.get(person.number) === 'free'
  return { person, note: noteOf(reviewed, person, results, text), tone: isGood ? 'ok' : isPending ? 'plain' : 'warn' }
}

/** The header of the list as a file. */
export const headerOf = (text: Text): string[] => [
  text('invitationImport.column.row'),
  text('invitationImport.column.name'),
  text('accounts.email'),
  text('profile.phoneNumber'),
  text('invitationImport.column.result'),
  text('invitationImport.column.link'),
  text('invitationImport.column.until'),
]

/** The cells of a row of the list as a file. */
export function cellsOf(
  reviewed: Reviewed,
  person: Person,
  results: Results,
  { text, language }: { text: Text; language: Language },
): string[] {
  const result = results.get(person.number)
  const { number, email, phone } = person
  return [
    String(number),
    nameOf(person),
    email,
    phone,
    noteOf(reviewed, person, results, text),
    ...(result?.status === 'created' ? [urlOf(result), fullDateTime(result.expiresAt, language)] : ['', '']),
  ]
}
