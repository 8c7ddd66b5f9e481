import { z } from 'zod'
import { defineRoutes } from '../define.ts'

export const documentRoutes = defineRoutes({
  upload: {
    method: 'POST',
    path: '/documents',
    access: 'member',
    /** The document itself comes beside it as `file`. */
    form: z.object({}),
    status: 201,
    reply: z.object({
      /** Address on this origin. Its uploader alone reads it, until content of a page names it: then that content's readers do too. */
      documentUrl: z.string(),
      /** MIME type, read from the bytes. */
      type: z.string(),
      /** Its name, made harmless. */
      previewName: z.string(),
      /** Pixels of an image; null for other kinds. */
      width: z.int().nullable(),
      height: z.int().nullable(),
    }),
    summary: 'Upload a file for the content of a page: for those who may edit at least one.',
  },
})
