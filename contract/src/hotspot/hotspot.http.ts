import { z } from 'zod'
import { defineRoutes, EmptyReply } from '../define.ts'

/** The name of the server in the network of its hotspot. */
export const HOTSPOT_NAME = 'noroshi.lan'

export const hotspotRoutes = defineRoutes({
  read: {
    method: 'GET',
    path: '/hotspot',
    access: 'public',
    allowsRestricted: true,
    reply: z.object({
      /** null: the caller does not use the hotspot of this server. */
      hotspot: z
        .object({
          /** Whether the Wi-Fi shows its sign-in page on this device until the user continues. */
          isWaiting: z.boolean(),
        })
        .nullable(),
    }),
    summary: 'Whether the caller uses the hotspot of this server.',
  },
  wifi: {
    method: 'GET',
    path: '/hotspot/wifi',
    access: 'admin',
    reply: z.object({
      /** null: the server has no hotspot. */
      wifi: z.object({ name: z.string(), passphrase: z.string() }).nullable(),
    }),
    summary: 'The name and passphrase of the hotspot, for the printed sheet.',
  },
  continue: {
    method: 'POST',
    path: '/hotspot/continue',
    access: 'public',
    onFullDisk: 'accepted',
    allowsRestricted: true,
    errors: ['notFound', 'tooManyRequests'],
    reply: EmptyReply,
    summary: 'Answer the connectivity checks of this device from now on, so that it closes its sign-in page and stays.',
  },
})
