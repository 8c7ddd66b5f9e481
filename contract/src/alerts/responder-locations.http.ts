import { z } from 'zod'
import { defineRoutes, Uuid } from '../define.ts'
import { Location } from '../location.ts'

/** The choice of a user about the own location for one alert. */
export const ResponderLocationChoice = z
  .object({
    alertId: Uuid,
    isShared: z.boolean(),
    /** Whether it is the location of the device that asks. Another device of the user shares nothing. */
    isThisDevice: z.boolean(),
  })
  .meta({ id: 'ResponderLocationChoice' })
export type ResponderLocationChoice = z.infer<typeof ResponderLocationChoice>

export const responderLocationRoutes = defineRoutes({
  own: {
    method: 'GET',
    path: '/me/responder-locations',
    access: 'member',
    reply: z.object({ items: z.array(ResponderLocationChoice) }),
    summary: 'The choices of the user for active alerts: whether the own location is shared until the end of the alert.',
  },
  choose: {
    method: 'PUT',
    path: '/alerts/:id/responder-location',
    access: 'member',
    params: z.object({ id: Uuid }),
    body: z.object({ isShared: z.boolean('common.wrongType') }),
    errors: ['tooManyRequests', 'forbidden', 'alert.notFound', 'alert.alreadyResolved', 'alert.notResponding'],
    reply: ResponderLocationChoice,
    summary:
      'Share the location of this device for one alert to which the user responds, until its end, or end it. The last location is deleted with it.',
  },
  report: {
    method: 'POST',
    path: '/me/responder-locations',
    access: 'member',
    body: Location,
    errors: ['tooManyRequests'],
    reply: z.object({
      /** The alerts for which this device shares the location. Without any, it was not stored. */
      alertIds: z.array(Uuid),
    }),
    summary: 'Report the location of this device for the alerts for which the user shares it.',
  },
})
