import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, EmptyReply, listOf, Timestamp, Uuid } from '../define.ts'

/** `unchecked`: only the user can check it, such as a sound that the browser allows after the first touch. */
export const DeviceCheck = z.enum(['good', 'unchecked', 'problem'], 'common.wrongType')
export type DeviceCheck = z.infer<typeof DeviceCheck>

/** The checks of a device that decide whether an alarm reaches its user. */
export const DeviceChecks = z.object({
  /** The page is connected to the server over HTTPS. */
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

/** Whether an alarm reaches the user of this device: by the sound of an open page, or by a notification. */
export const isReadyDevice = ({ connection, sound, notifications }: DeviceChecks): boolean =>
  notifications === 'good' || (connection === 'good' && sound === 'good')

/** A signed-in device of a user, as administrators see it. */
export const MemberDevice = z.object({
  /** Browser and operating system; '' if unknown. */
  name: z.string(),
  isConnected: z.boolean(),
  /** Time of the last request of its session, with an accuracy of one hour. */
  lastUsedAt: Timestamp,
  hasPush: z.boolean(),
  /** Its last report; null: it has not reported yet. */
  report: z
    .object({
      checks: DeviceChecks,
      reportedAt: Timestamp,
      /** Time at which it was last ready; null: never. */
      readyAt: Timestamp.nullable(),
      /** Time at which the user last opened the device check; null: never. */
      checkedAt: Timestamp.nullable(),
    })
    .nullable(),
})
export type MemberDevice = z.infer<typeof MemberDevice>

/** Whether a device of a user acknowledged the last alarm or drill of that user in time. */
export const LastAlarm = z.object({
  alarmedAt: Timestamp,
  isDrill: z.boolean(),
  /**
   * Time at which the first device acknowledged it; null: no device did within ALARM_DELIVERY_MINUTES or until
   * `endedEarlyAt`.
   */
  deliveredAt: Timestamp.nullable(),
  /** Time at which it was resolved before ALARM_DELIVERY_MINUTES were over; null: it was not. */
  endedEarlyAt: Timestamp.nullable(),
})

/** A member with their devices, for administrators. */
export const MemberReadiness = z
  .object({
    user: Person,
    /**
     * Time at which a device of the user was last ready, also one that is signed out; null: no device was ever ready.
     */
    lastReadyAt: Timestamp.nullable(),
    /** At most DEVICES_SHOWN_MAX, last used first. */
    devices: z.array(MemberDevice),
    /** null: no alarm and no drill reached the user yet. */
    lastAlarm: LastAlarm.nullable(),
  })
  .meta({ id: 'MemberReadiness' })
export type MemberReadiness = z.infer<typeof MemberReadiness>

/**
 * `notReached`: the last alarm or drill did not reach the user. `notReady`: no device is ready: it reported so, and it
 * still receives notifications, or its page is connected or was open within READY_HOURS.
 */
export const ReadinessFilter = z.enum(['all', 'notReached', 'notReady'], 'common.wrongType')
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
      /** The user opened the device check. Absent for a report that the page sends automatically. */
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
    /**
     * `notReached`: number of active users, on all pages of the list, whose devices did not acknowledge their last
     * alarm or drill in time.
     */
    reply: listOf(MemberReadiness).extend({ total: z.int(), notReached: z.int() }),
    summary: 'Active users with their devices and whether the last alarm or drill reached them, ordered by name.',
  },
})
