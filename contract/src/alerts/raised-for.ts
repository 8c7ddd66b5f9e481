import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { type NameParts, nameIn } from '../accounts/person-name.ts'
import type { Language } from '../i18n.ts'

/** The person for whom a user raised an alert. */
export const RaisedFor = z.object({
  /** null: the person has no account, or is unknown. */
  person: Person.nullable(),
  /** The name of a person without an account; '' without one. */
  name: z.string(),
})
export type RaisedFor = z.infer<typeof RaisedFor>

/** The same without the id of the user. */
export const RaisedForName = RaisedFor.extend({ person: Person.pick({ firstName: true, lastName: true }).nullable() })
export type RaisedForName = z.infer<typeof RaisedForName>

/** Returns the name of the person for whom an alert was raised; '' if it is unknown. */
export const raisedForNameIn = (
  language: Language,
  { person, name }: { readonly person: NameParts | null; readonly name: string },
): string => (person ? nameIn(language, person) : name)
