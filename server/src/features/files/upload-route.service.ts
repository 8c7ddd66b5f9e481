import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Route } from '@noroshi/contract/define'
import type { Deps } from '#/deps.ts'
import { type RouteCall, type RouteOptions, type RouteReply, route } from '#/http/route.ts'
import { type ReceivedFile, receiveUpload, type Upload, type UploadOptions } from '#/http/uploads.ts'
import { discardAfterError, discardUnclaimed } from './files.service.ts'

type FormRoute = Route & { readonly form: z.ZodObject }
type FormOf<Declared extends FormRoute> = z.output<Declared['form']>
type UploadCall<Declared extends FormRoute> = RouteCall<Declared> & Upload<FormOf<Declared>>

interface UploadRouteOptions<Declared extends FormRoute>
  extends Pick<RouteOptions, 'limits'>, Pick<UploadOptions<FormOf<Declared>>, 'maxFiles' | 'maxMb' | 'finish'> {
  /** Throws AppError when the caller may not upload with this form. Absent where the access of the route decides. */
  readonly mayUpload?: (call: RouteCall<Declared>, form: FormOf<Declared>) => Promise<unknown>
}

/**
 * Registers a route that receives a form with files. The files that the handler does not store with a row are deleted.
 */
export const uploadRoute = <const Declared extends FormRoute>(
  app: FastifyInstance,
  deps: Deps,
  declared: Declared,
  handler: (call: UploadCall<Declared>) => Promise<RouteReply<Declared>>,
  { mayUpload, limits, ...options }: UploadRouteOptions<Declared> = {},
): void =>
  route(
    app,
    deps,
    declared,
    (call) => {
      const check = async (form: FormOf<Declared>) => void (await mayUpload?.(call, form))
      const schema: Declared['form'] = declared.form
      return withUpload<Declared['form'], RouteReply<Declared>>(
        deps,
        call.request,
        schema,
        { ...options, mayUpload: check },
        (upload) => handler({ ...call, ...upload }),
      )
    },
    { ...(limits && { limits }) },
  )

/**
 * Receives a form with files and passes it to `write`. The files that `write` does not store with a row are deleted.
 */
export async function withUpload<Schema extends z.ZodObject, Reply>(
  deps: Deps,
  request: FastifyRequest,
  schema: Schema,
  options: UploadOptions<z.output<Schema>>,
  write: (upload: { readonly form: z.output<Schema>; readonly files: readonly ReceivedFile[] }) => Promise<Reply>,
): Promise<Reply> {
  const { form, files } = await receiveUpload(deps, request, schema, options)
  try {
    const reply = await write({ form, files })
    await discardUnclaimed(deps, files)
    return reply
  } catch (error) {
    await discardAfterError(error, deps, files)
    throw error
  }
}
