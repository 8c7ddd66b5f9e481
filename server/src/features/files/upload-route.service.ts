import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { BudgetKind, Route } from '@noroshi/contract/define'
import type { Deps } from '#/deps.ts'
import { assertSessionLive } from '#/features/accounts/sessions/sessions.service.ts'
import { type RouteCall, type RouteOptions, type RouteReply, route } from '#/http/route.ts'
import { type ReceivedFile, receiveUpload, type Upload, type UploadOptions } from '#/http/uploads/uploads.ts'
import { discardAfterError, discardUnclaimed } from './files.service.ts'
import { UploadMeter } from './upload-meter.ts'

type FormRoute = Route & { readonly form: z.ZodObject }
type FormOf<Declared extends FormRoute> = z.output<Declared['form']>
type UploadCall<Declared extends FormRoute> = RouteCall<Declared> & Upload<FormOf<Declared>>

interface UploadRouteOptions<Declared extends FormRoute>
  extends Pick<RouteOptions, 'limits'>, Pick<UploadOptions<FormOf<Declared>>, 'maxFiles' | 'maxMb' | 'finish'> {
  /** Throws AppError when the caller may not upload with this form. Absent where the access of the route decides. */
  readonly mayUpload?: (call: RouteCall<Declared>, form: FormOf<Declared>) => Promise<unknown>
  /** Returns the daily limits that a form counts to, where they are not those that the route declares. */
  readonly budgetOf?: (form: FormOf<Declared>) => BudgetKind
}

/**
 * Registers a route that receives a form with files. The files that the handler does not store with a row are deleted. A session that
 * ends while the files arrive stores nothing where the route needs one.
 */
export const uploadRoute = <const Declared extends FormRoute>(
  app: FastifyInstance,
  deps: Deps,
  declared: Declared,
  handler: (call: UploadCall<Declared>) => Promise<RouteReply<Declared>>,
  { mayUpload, limits, budgetOf, ...options }: UploadRouteOptions<Declared> = {},
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
        { ...options, mayUpload: check, budget: budgetOf ?? declared.budget },
        async (upload) => {
          const { viewer } = call.request.caller
          if (viewer !== null && (declared.access === 'member' || declared.access === 'admin'))
            await assertSessionLive(deps, viewer)
          return handler({ ...call, ...upload })
        },
      )
    },
    { ...(limits && { limits }) },
  )

interface WithUploadOptions<Form> extends UploadOptions<Form> {
  /** The daily limits that the upload of a user counts to. */
  readonly budget?: BudgetKind | ((form: Form) => BudgetKind) | undefined
}

type Write<Form, Reply> = (upload: { readonly form: Form; readonly files: readonly ReceivedFile[] }) => Promise<Reply>

/**
 * Receives a form with files and passes it to `write`. The files that `write` does not store with a row are deleted. The others
 * count to the daily limits of the user.
 */
export async function withUpload<Schema extends z.ZodObject, Reply>(
  deps: Deps,
  request: FastifyRequest,
  schema: Schema,
  { budget, ...options }: WithUploadOptions<z.output<Schema>>,
  write: Write<z.output<Schema>, Reply>,
): Promise<Reply> {
  const { viewer } = request.caller
  if (viewer === null || budget === undefined) return receiveAndWrite(deps, request, schema, options, write)
  const kindOf = typeof budget === 'function' ? budget : () => budget
  const meter = new UploadMeter(deps, request, viewer.id, typeof budget === 'function' ? 'emergency' : budget)
  const mayUpload = async (form: z.output<Schema>) => {
    await options.mayUpload(form)
    await meter.begin(kindOf(form))
  }
  try {
    return await receiveAndWrite(deps, request, schema, { ...options, mayUpload, intake: meter }, write, meter)
  } finally {
    meter.end()
  }
}

async function receiveAndWrite<Schema extends z.ZodObject, Reply>(
  deps: Deps,
  request: FastifyRequest,
  schema: Schema,
  options: UploadOptions<z.output<Schema>>,
  write: Write<z.output<Schema>, Reply>,
  meter: UploadMeter | null = null,
): Promise<Reply> {
  const { form, files } = await receiveUpload(deps, request, schema, options)
  let uncount: (() => void) | undefined
  try {
    uncount = await meter?.takeText(form)
    const reply = await write({ form, files })
    const discarded = await discardUnclaimed(deps, files)
    await meter?.addStored(files.filter(({ storageKey }) => !discarded.has(storageKey))).catch(deps.logError)
    return reply
  } catch (error) {
    uncount?.()
    await discardAfterError(error, deps, files)
    throw error
  }
}
