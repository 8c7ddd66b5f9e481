import { z } from 'zod'
import { defineRoutes } from '../define.ts'

export const documentRoutes = defineRoutes({
  upload: {
    method: 'POST',
    path: '/documents',
    access: 'member',
    budget: 'everyday',
    /** The document is sent as `file`. */
    form: z.object({}),
    errors: ['file.missing', 'tooManyRequests', 'page.notAllowed'],
    status: 201,
    reply: z.object({
      /**
       * Address on this origin. Only the uploader may read it, until the content of a page refers to it; then the readers of that
       * content may too (decisions/0006).
       */
      documentUrl: z.string(),
      /** MIME type, detected from the bytes. */
      type: z.string(),
      /** The sanitised file name. */
      previewName: z.string(),
      /** Pixels of an image; null for other types. */
      width: z.int().nullable(),
      height: z.int().nullable(),
    }),
    summary: 'Upload a file for the content of a page: for users who may edit at least one page.',
  },
})
