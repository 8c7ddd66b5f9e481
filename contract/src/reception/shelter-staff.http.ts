import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, EmptyReply, Timestamp, Uuid } from '../define.ts'
import { ShelterRole } from './people.ts'

const ShelterParams = z.object({ placeId: Uuid })
const notFound = ['shelter.notFound'] as const

export const shelterStaffRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/shelters/:placeId/staff',
    access: 'admin',
    params: ShelterParams,
    errors: [...notFound],
    reply: z.object({ items: z.array(z.object({ person: Person, role: ShelterRole, since: Timestamp })) }),
    summary: 'The receptionists and managers of a shelter.',
  },
  set: {
    method: 'PUT',
    path: '/shelters/:placeId/staff/:userId',
    access: 'admin',
    params: z.object({ placeId: Uuid, userId: Uuid }),
    body: z.object({ role: ShelterRole }),
    errors: [...notFound, 'user.notFound', 'shelter.tooManyStaff'],
    reply: EmptyReply,
    summary: 'Give a user a role in a shelter, in place of the one before.',
  },
  remove: {
    method: 'DELETE',
    path: '/shelters/:placeId/staff/:userId',
    access: 'admin',
    params: z.object({ placeId: Uuid, userId: Uuid }),
    errors: [...notFound],
    reply: EmptyReply,
    summary: 'Remove the role of a user in a shelter.',
  },
})
