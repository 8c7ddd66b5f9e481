import type { z } from 'zod'
import type { dependantRoutes } from '@noroshi/contract/reception/dependants.http'
import {
  type Dependant,
  DependantKind,
  DEPENDANTS_MAX,
  type OwnDetails,
  Sex,
  type DependantChange,
} from '@noroshi/contract/reception/people'
import { personCode } from '@noroshi/contract/reception/person-code'
import { command } from '#/db/command.ts'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import {
  deleteDependant,
  dependantById,
  type DependantRow,
  dependantsOf,
  insertDependant,
  lockAndCountDependants,
  ownDetails,
  peopleOfGuardians,
  setOwnDetails,
  updateDependant,
} from './dependants.sql.ts'
import { presentNeeds } from './register.present.ts'

export const presentDependant = (row: DependantRow): Dependant => ({
  id: row.id,
  kind: DependantKind.parse(row.kind),
  name: row.name,
  kana: row.kana,
  sex: Sex.parse(row.sex),
  birthYear: row.birth_year,
  needs: presentNeeds(row.needs),
  needsNote: row.needs_note,
  version: row.version,
})

interface DetailsRow {
  readonly birth_year: number | null
  /** null: the user entered nothing. */
  readonly needs: readonly string[] | null
  readonly needs_note: string | null
  readonly may_be_found: boolean | null
}

export const presentOwnDetails = (row: DetailsRow): OwnDetails => ({
  birthYear: row.birth_year,
  needs: presentNeeds(row.needs ?? []),
  needsNote: row.needs_note ?? '',
  mayBeFound: row.may_be_found ?? false,
})

/** Returns the code, the data for shelters and the dependants of the viewer. */
export async function readOwnHousehold({ db }: Deps, viewer: SignedIn) {
  const row = await ownDetails(db, viewer.id)
  const dependants = await dependantsOf(db, viewer.id)
  return { code: personCode(row.code_hex), details: presentOwnDetails(row), dependants: dependants.map(presentDependant) }
}

export async function changeOwnDetails({ db, now }: Deps, viewer: SignedIn, details: OwnDetails): Promise<OwnDetails> {
  await setOwnDetails(db, {
    user_id: viewer.id,
    birth_year: details.birthYear,
    needs: details.needs,
    needs_note: details.needsNote,
    may_be_found: details.mayBeFound,
    updated_at: now(),
  })
  return details
}

/**
 * Adds a dependant of the viewer. A repeated client id returns the dependant that it added.
 * @throws dependant.notFound (404) if it was removed meanwhile; dependant.tooMany, conflict (409)
 */
export const createDependant = (
  deps: Deps,
  viewer: SignedIn,
  { clientId, ...form }: z.output<typeof dependantRoutes.create.body>,
): Promise<{ readonly dependant: Dependant; readonly isRepeated: boolean }> =>
  command<{ readonly dependant: Dependant; readonly isRepeated: boolean }>(
    deps,
    { viewer, name: 'dependant:create', clientId, body: form },
    async (tx, id) => {
      if ((await lockAndCountDependants(tx, viewer.id)) >= DEPENDANTS_MAX)
        throw new AppError('dependant.tooMany', { max: DEPENDANTS_MAX })
      const at = deps.now()
      const { birthYear, needsNote, ...same } = form
      const added = { ...same, id, guardian_id: viewer.id, birth_year: birthYear, needs_note: needsNote }
      const row = await insertDependant(tx, { ...added, created_at: at, updated_at: at })
      return { dependant: presentDependant(row), isRepeated: false }
    },
    async (tx, id) => {
      const row = await dependantById(tx, id)
      if (row?.guardian_id !== viewer.id) throw new AppError('dependant.notFound')
      return { dependant: presentDependant(row), isRepeated: true }
    },
  )

/** Changes the fields of a dependant that are present. @throws dependant.notFound (404) */
export async function changeDependant(
  { db, now }: Deps,
  viewer: SignedIn,
  id: string,
  { birthYear, needsNote, ...same }: z.output<typeof DependantChange>,
): Promise<Dependant> {
  const row = await updateDependant(db, viewer.id, id, {
    ...same,
    ...(birthYear !== undefined && { birth_year: birthYear }),
    ...(needsNote !== undefined && { needs_note: needsNote }),
    updated_at: now(),
  })
  if (!row) throw new AppError('dependant.notFound')
  return presentDependant(row)
}

/** Removes a dependant. Registers keep their row. @throws dependant.notFound (404) */
export async function removeDependant({ db }: Deps, viewer: SignedIn, id: string) {
  if (!(await deleteDependant(db, viewer.id, id))) throw new AppError('dependant.notFound')
  return { ok: true as const }
}

/** A dependant of a user, as a family reads it. */
export interface DependantOfGuardian {
  readonly id: string
  readonly guardianId: string
  readonly kind: DependantKind
  readonly name: string
}

/** Returns the dependants of these users, without pets. */
export async function dependantsOfGuardians(db: Db, guardianIds: readonly string[]): Promise<DependantOfGuardian[]> {
  const rows = await peopleOfGuardians(db, guardianIds)
  return rows.map(({ id, guardian_id: guardianId, kind, name }) => ({ id, guardianId, kind: DependantKind.parse(kind), name }))
}

/** Returns the guardian of a dependant; undefined: there is no such dependant. */
export const guardianOfDependant = async (db: Db, id: string): Promise<string | undefined> =>
  (await dependantById(db, id))?.guardian_id
