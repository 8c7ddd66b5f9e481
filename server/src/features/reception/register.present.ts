import { RegisteredKind, type RegisteredPerson, Need, Sex, type Stay, StayMode } from '@noroshi/contract/reception/people'
import { personCode } from '@noroshi/contract/reception/person-code'
import type { RegisteredRow } from './register.sql.ts'

interface StayColumns {
  readonly mode: string
  readonly whereabouts: string
  readonly entered_at: Date
  readonly left_at: Date | null
  readonly seen_at: Date | null
  readonly entered_desk: string
  readonly left_desk: string
}

export const presentStay = (id: string, row: StayColumns): Stay => ({
  id,
  mode: StayMode.parse(row.mode),
  whereabouts: row.whereabouts,
  enteredAt: row.entered_at.toISOString(),
  leftAt: row.left_at?.toISOString() ?? null,
  ...(row.seen_at && { seenAt: row.seen_at.toISOString() }),
  enteredDesk: row.entered_desk,
  leftDesk: row.left_desk,
})

export const presentNeeds = (needs: readonly string[]): Need[] => needs.map((need) => Need.parse(need))

export const presentRegistered = (row: RegisteredRow): RegisteredPerson => ({
  id: row.id,
  code: personCode(row.code_hex),
  kind: RegisteredKind.parse(row.kind),
  dependantId: row.dependant_id,
  isPet: row.is_pet,
  householdId: row.household_id,
  name: row.name,
  kana: row.kana,
  sex: Sex.parse(row.sex),
  birthYear: row.birth_year,
  address: row.address,
  needs: presentNeeds(row.needs),
  needsNote: row.needs_note,
  mayBeFound: row.may_be_found,
  stay: presentStay(row.stay_id, row),
  version: row.version,
})
