import { z } from 'zod'
import { Timestamp, Version } from '../define.ts'

/** The end of a mute: a time, or 'forever' until the user unmutes the thread. null: not muted. */
const MutedUntil = z.union([Timestamp, z.literal('forever')], 'common.wrongType').nullable()

/** The settings of one user for a thread, also for its radio. A thread without them has the default ones. */
export const ThreadSettings = z
  .object({
    mutedUntil: MutedUntil,
    /** Whether the thread is above the others in the list. */
    isPinned: z.boolean(),
    /**
     * The `seq` of the last chat message when the user archived the thread; null: not archived. A newer message brings
     * the thread back to the list, unless it is muted.
     */
    archivedSeq: z.int().nonnegative().nullable(),
    /** Whether the user marked the thread as unread since they opened it last. It is no watermark: the others do not see it. */
    isMarkedUnread: z.boolean(),
    /** Raised with each change, also after the user left the group and joined it again. */
    version: Version,
  })
  .meta({ id: 'ThreadSettings' })
export type ThreadSettings = z.infer<typeof ThreadSettings>

/** A change of the settings. An absent field stays as it is. */
export const ThreadSettingsChange = z.object({
  mutedUntil: MutedUntil.optional(),
  isPinned: z.boolean('common.wrongType').optional(),
  isArchived: z.boolean('common.wrongType').optional(),
  isMarkedUnread: z.boolean('common.wrongType').optional(),
})
export type ThreadSettingsChange = z.infer<typeof ThreadSettingsChange>

/** Whether a thread with these settings is muted now. */
export const isMuted = (settings: Pick<ThreadSettings, 'mutedUntil'> | undefined, now: Date): boolean =>
  settings?.mutedUntil === 'forever' ||
  (typeof settings?.mutedUntil === 'string' && Date.parse(settings.mutedUntil) > now.getTime())
