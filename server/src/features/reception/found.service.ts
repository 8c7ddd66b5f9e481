import type { z } from 'zod'
import type { Found, FoundMember } from '@noroshi/contract/reception/found'
import type { receptionRoutes } from '@noroshi/contract/reception/reception.http'
import { hexOfCode } from '@noroshi/contract/reception/person-code'
import type { Sex } from '@noroshi/contract/reception/people'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { presentPerson } from '#/features/accounts/people/people.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { presentDependant, presentOwnDetails } from './dependants.service.ts'
import { type DependantRow, dependantsOf } from './dependants.sql.ts'
import { presentRegistered } from './register.present.ts'
import { registeredByIds, registeredIdsOf } from './register.sql.ts'
import { openShelter } from './shelters.service.ts'
import { userAtDesk, type UserAtDesk, userIdByCode } from './shelters.sql.ts'

const sexOf = (gender: string | null): Sex => (gender === 'Female' ? 'female' : gender === 'Male' ? 'male' : 'notStated')

/** Returns what a desk reads of the profile of a user. */
export const profileAtDesk = (row: UserAtDesk, dependants: readonly DependantRow[]): FoundMember => ({
  person: presentPerson(row),
  kana: row.name_reading,
  sex: sexOf(row.gender),
  address: [row.state, row.city, row.address_line_one, row.address_line_two].filter((part) => part !== '').join(' '),
  ...presentOwnDetails(row),
  dependants: dependants.map(presentDependant),
})

/**
 * Returns a user with their dependants by id or code, or a person of the register by code, with an audit entry.
 * @throws shelter.notFound, reception.personNotFound (404)
 */
export const findAtDesk = (
  deps: Deps,
  auditActor: AuditActor,
  placeId: string,
  { code, userId }: z.output<typeof receptionRoutes.find.query>,
): Promise<Found> =>
  deps.transaction(async (tx) => {
    const { name } = await openShelter(tx, auditActor.actor, placeId, 'reception:work')
    const codeHex = code === undefined ? undefined : hexOfCode(code)
    const foundId = userId ?? (codeHex === undefined ? undefined : await userIdByCode(tx, codeHex))
    const user = foundId === undefined ? undefined : await userAtDesk(tx, foundId)
    const dependants = user === undefined ? [] : await dependantsOf(tx, user.id)
    const ids = await registeredIdsOf(tx, placeId, {
      ...(user && { userId: user.id }),
      ...(codeHex !== undefined && { codeHex }),
      dependantIds: dependants.map(({ id }) => id),
    })
    if (user === undefined && ids.length === 0) throw new AppError('reception.personNotFound')
    const details = { name, userId: user?.id ?? null, people: ids }
    await recordAudit(tx, { ...auditActor, action: 'register.personFound', targetKind: 'place', targetId: placeId, details })
    return {
      member: user ? profileAtDesk(user, dependants) : null,
      registered: (await registeredByIds(tx, placeId, ids)).map(presentRegistered),
    }
  })
