import { defineAbilities } from '../define.ts'

/** The facts that determine the rights over the reception of a shelter. */
export interface ShelterFacts {
  /** The role of the viewer in this shelter; null: none. */
  readonly role: 'receptionist' | 'manager' | null
}

/** The rights over the reception of a shelter. An administrator without a role reads numbers only. */
export const receptionAbilities = defineAbilities({
  /** Reads the register, and receives people. */
  'reception:work': (viewer, { role }: ShelterFacts) => viewer !== null && role !== null,
  /** Removes the data of a person. */
  'reception:manage': (viewer, { role }: ShelterFacts) => viewer !== null && role === 'manager',
  /** Reads the headcount. */
  'reception:count': (viewer, { role }: ShelterFacts) => viewer !== null && (viewer.isAdmin || role !== null),
})
