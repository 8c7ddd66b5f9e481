import { z } from 'zod'
import { defineRoutes } from '../define.ts'

/**
 * The free space on the disk of the database. `low`: no more files are accepted; `full`: only SOS, alerts and sign-in
 * are, and other changes get `disk.full` (507).
 */
export const DiskLevel = z.enum(['ok', 'low', 'full'])
export type DiskLevel = z.infer<typeof DiskLevel>

export const diskRoutes = defineRoutes({
  read: {
    method: 'GET',
    path: '/admin/disk',
    access: 'admin',
    reply: z
      .object({
        level: DiskLevel,
        /** Free space in MB; null where the disk is not watched. */
        freeMb: z.int().nullable(),
      })
      .meta({ id: 'DiskState' }),
    summary: 'The free space of the disk of the database.',
  },
})
