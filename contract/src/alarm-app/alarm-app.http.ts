import { z } from 'zod'
import { defineRoutes, EmptyReply, Timestamp } from '../define.ts'

/** The alarm app of a session: a phone on which the app ntfy shows its notifications. */
export const AlarmAppDevice = z
  .object({
    linkedAt: Timestamp,
    /** Whether the app repeats the sound of an alarm until its user stops it. */
    isLooping: z.boolean(),
    /** The last start of a connection of the app; null: it has never connected. */
    lastStreamAt: Timestamp.nullable(),
    /** The protocol of that connection. */
    protocol: z.enum(['json', 'ws']).nullable(),
    /** The program that the app names; null: it has never connected. */
    agent: z.string().nullable(),
    /** The last test alarm; null: none was sent. */
    test: z.object({ sentAt: Timestamp, receivedAt: Timestamp.nullable() }).nullable(),
  })
  .meta({ id: 'AlarmAppDevice' })
export type AlarmAppDevice = z.infer<typeof AlarmAppDevice>

export const alarmAppRoutes = defineRoutes({
  state: {
    method: 'GET',
    path: '/alarm-app',
    access: 'member',
    allowsRestricted: true,
    reply: z.object({
      /** null: no app is linked to this session. */
      device: AlarmAppDevice.nullable(),
    }),
    summary: 'The alarm app of this session.',
  },
  link: {
    method: 'PUT',
    path: '/alarm-app',
    access: 'member',
    allowsRestricted: true,
    onFullDisk: 'accepted',
    body: z.object({ isLooping: z.boolean() }),
    errors: ['tooManyRequests'],
    reply: z.object({
      /** The topic that the app subscribes to. It is a secret, and no other reply contains it. */
      topic: z.string(),
      /** `PUBLIC_URL`; null: the app uses the address of the page. */
      publicUrl: z.string().nullable(),
    }),
    summary: 'Link the alarm app to this session for as long as the session lasts. It ends the link of an earlier app.',
  },
  unlink: {
    method: 'DELETE',
    path: '/alarm-app',
    access: 'member',
    allowsRestricted: true,
    reply: EmptyReply,
    summary: 'Send no notifications to the alarm app of this session any more.',
  },
  test: {
    method: 'POST',
    path: '/alarm-app/test',
    access: 'member',
    allowsRestricted: true,
    errors: ['alarmApp.notLinked', 'tooManyRequests'],
    reply: EmptyReply,
    summary: 'Send a test alarm to the alarm app of this session. Its receipt is in the state.',
  },
  file: {
    method: 'GET',
    path: '/alarm-app/file',
    access: 'public',
    allowsRestricted: true,
    reply: z.object({
      /** The size of the app's file that the operator offers at /join/ntfy.apk; null: none. */
      bytes: z.int().nullable(),
    }),
    summary: "The alarm app's file for Android on this server.",
  },
  respond: {
    method: 'POST',
    path: '/alarm-app/responses',
    access: 'public',
    onFullDisk: 'accepted',
    errors: ['unauthorized', 'forbidden', 'alert.notFound', 'alert.alreadyResolved', 'tooManyRequests'],
    reply: EmptyReply,
    summary:
      'Answer an alert with "responding", by the token of the button that the alarm app shows. A repetition changes nothing.',
  },
})
