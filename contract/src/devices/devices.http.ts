import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, EmptyReply, listOf, Timestamp, Uuid } from '../define.ts'

/** `unchecked`: only the user can check it, such as a sound that the browser allows after the first touch. */
export const DeviceCheck = z.enum(['good', 'unchecked', 'problem'], 'common.wrongType')
export type DeviceCheck = z.infer<typeof DeviceCheck>

/** The abilities of a device at an alarm. */
export const DeviceChecks = z.object({
  /** The page is connected by a secure address. */
  connection: DeviceCheck,
  sound: DeviceCheck,
  /** Notifications reach the device while its page is closed. */
  notifications: DeviceCheck,
  /** The application is stored on the device and starts without the server. */
  storage: DeviceCheck,
  installation: DeviceCheck,
})
export type DeviceChecks = z.infer<typeof DeviceChecks>
export type DeviceCheckName = keyof DeviceChecks

/** The checks in the order in which they are shown. */
export const DEVICE_CHECKS = Object.keys(DeviceChecks.shape) as readonly DeviceCheckName[] // the keys of the schema

/** Whether an alarm would be noticed on this device: by the sound of an open page, or by a notification. */
export const isReadyDevice = ({ connection, sound, notifications }: DeviceChecks): boolean =>
  notifications === 'good' || (connection === 'good' && sound === 'good')

/** A signed-in device of a user, as administrators see it. */
export const MemberDevice = z.object({
  /** Browser and operating system; '' if unknown. */
  name: z.string(),
  isConnected: z.boolean(),
  /** The last request of its session, exact to an hour. */
  lastUsedAt: Timestamp,
  hasPush: z.boolean(),
  /** Its last report; null: it has not reported yet. */
  report: z
    .object({
      checks: DeviceChecks,
      reportedAt: Timestamp,
      /** When it was last ready; null: never. */
      readyAt: Timestamp.nullable(),
      /** When the user last checked it on the page for that; null: never. */
      checkedAt: Timestamp.nullable(),
    })
    .nullable(),
})
export type MemberDevice = z.infer<typeof MemberDevice>

/** Whether the last alarm or drill that a user was to receive has woken them. */
export const LastAlarm = z.object({
  alarmedAt: Timestamp,
  isDrill: z.boolean(),
  /** When the first device acknowledged it; null: none did within WAKE_MINUTES. */
  deliveredAt: Timestamp.nullable(),
})

/** A member with their devices, for administrators. */
export const MemberReadiness = z
  .object({
    user: Person,
    /** The latest of `readyAt` of all devices; null: none was ready. */
    lastReadyAt: Timestamp.nullable(),
    /** At most DEVICES_SHOWN_MAX, last used first. */
    devices: z.array(MemberDevice),
    /** null: no alarm and no drill reached the user yet. */
    lastAlarm: LastAlarm.nullable(),
  })
  .meta({ id: 'MemberReadiness' })
export type MemberReadiness = z.infer<typeof MemberReadiness>

export const ReadinessFilter = z.enum(['all', 'notWoken', 'notReady'], 'common.wrongType')
export type ReadinessFilter = z.infer<typeof ReadinessFilter>

export const deviceRoutes = defineRoutes({
  report: {
    method: 'PUT',
    path: '/devices/report',
    access: 'member',
    allowsRestricted: true,
    onFullDisk: 'accepted',
    body: z.object({
      checks: DeviceChecks,
      /** The user checked the device; absent: the page reports it by itself. */
      isChecked: z.boolean('common.wrongType').default(false),
    }),
    errors: ['tooManyRequests'],
    reply: EmptyReply,
    summary: 'Report what the device of this session can do at an alarm. It replaces the earlier report.',
  },
  readiness: {
    method: 'GET',
    path: '/admin/readiness',
    access: 'admin',
    query: z.object({ filter: ReadinessFilter.default('all'), cursor: Uuid.optional() }),
    /** `notWoken`: number of active users whom their last alarm or drill did not wake, on all pages. */
    reply: listOf(MemberReadiness).extend({ total: z.int(), notWoken: z.int() }),
    summary: 'Active users with their devices and whether the last alarm or drill woke them, ordered by name.',
  },
})
