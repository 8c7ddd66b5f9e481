import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { Dependant, OwnDetails, RegisteredPerson, Sex } from './people.ts'

/** A user with their dependants, as a desk that receives them reads it. */
const FoundMember = z.object({
  person: Person,
  kana: z.string(),
  sex: Sex,
  address: z.string(),
  ...OwnDetails.shape,
  dependants: z.array(Dependant),
})
export type FoundMember = z.infer<typeof FoundMember>

/** A person whom a desk found by a code or a name. */
export const Found = z
  .object({
    /** The user, of whom the register may have a row; null: a person without an account. */
    member: FoundMember.nullable(),
    /** The people of the household who are in the register. */
    registered: z.array(RegisteredPerson),
  })
  .meta({ id: 'FoundAtDesk' })
export type Found = z.infer<typeof Found>
