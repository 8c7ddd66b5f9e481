import { z } from 'zod'
import { defineRoutes, EmptyReply, Uuid } from '../define.ts'
import { Dependant, DependantChange, DependantForm, OwnDetails } from './people.ts'

const IdParams = z.object({ id: Uuid })

export const dependantRoutes = defineRoutes({
  own: {
    method: 'GET',
    path: '/me/household',
    access: 'member',
    reply: z.object({
      /** The code with which a desk receives the user. */
      code: z.string(),
      details: OwnDetails,
      dependants: z.array(Dependant),
    }),
    summary: 'The code, the data for shelters and the dependants of the user.',
  },
  setDetails: {
    method: 'PUT',
    path: '/me/household',
    access: 'member',
    body: OwnDetails,
    reply: OwnDetails,
    summary: 'Change what a desk reads of the user when it receives them.',
  },
  create: {
    method: 'POST',
    path: '/me/dependants',
    access: 'member',
    budget: 'everyday',
    body: DependantForm.extend({
      /** With it, a repeated request adds one dependant. */
      clientId: Uuid.optional(),
    }),
    errors: ['dependant.tooMany', 'dependant.notFound', 'conflict'],
    status: 201,
    isRepeatable: true,
    reply: Dependant,
    summary: 'Add a dependant. A repeated client id returns the same one, and 409 if another request used it with other data.',
  },
  update: {
    method: 'PATCH',
    path: '/me/dependants/:id',
    access: 'member',
    budget: 'everyday',
    params: IdParams,
    body: DependantChange,
    errors: ['dependant.notFound'],
    reply: Dependant,
    summary: 'Change fields of a dependant.',
  },
  remove: {
    method: 'DELETE',
    path: '/me/dependants/:id',
    access: 'member',
    params: IdParams,
    errors: ['dependant.notFound'],
    reply: EmptyReply,
    summary: 'Remove a dependant. Registers in which the dependant was received keep their row.',
  },
})
