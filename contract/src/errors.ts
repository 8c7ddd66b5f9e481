import { z } from 'zod'

/** What the server answers when it refuses: every issue, in the caller's language. */
export const ErrorReply = z
  .object({
    code: z.string(),
    message: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })),
  })
  .meta({ id: 'Error' })
export type ErrorReply = z.infer<typeof ErrorReply>

/** Each refusal's HTTP status. Its words stand under the same key, behind `error.`, in errors.messages.ts. */
export const errorStatus = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  'file.tooLarge': 413,
  'file.tooMany': 413,
  'file.missing': 400,
  'file.empty': 400,
  'file.notPicture': 400,
  'file.noRoom': 507,
  bodyTooLarge: 413,
  unsupported: 415,
  tooManyRequests: 429,
  internal: 500,
  unavailable: 503,
  'auth.wrongCredentials': 400,
  'auth.deactivated': 403,
  'auth.emailTaken': 409,
  'auth.registrationClosed': 403,
  'auth.setupCode': 400,
  'auth.inviteCode': 400,
  'auth.resetToken': 400,
  'auth.resetOff': 403,
  'user.notFound': 404,
  'user.selfDeactivate': 403,
  'user.selfRemoveAdmin': 403,
  'user.deactivated': 409,
  'alert.notFound': 404,
  'alert.alreadyResolved': 409,
  'alert.notResolved': 409,
  'alert.tooLateToReopen': 409,
  'alertGroup.notFound': 404,
  'alertGroup.notAllowed': 403,
  'alertGroup.builtIn': 409,
  'alertGroup.personNotFound': 404,
  'dashboard.sectionNotFound': 404,
  'dashboard.linkNotFound': 404,
  'dashboard.orderChanged': 409,
  'dashboard.imageRequired': 400,
  'dashboard.notAnImage': 400,
  'dashboard.iconRequired': 400,
  'thread.notFound': 404,
  'thread.notAllowed': 403,
  'thread.blocked': 403,
  'thread.noFiles': 400,
  'thread.withOneself': 400,
  'thread.memberNotFound': 404,
  'message.notFound': 404,
  'invitation.notFound': 404,
  'lacs.groupNotFound': 404,
  'lacs.unitNotFound': 404,
  'lacs.notAllowed': 403,
  'lacs.subdomainTaken': 409,
  'lacs.unitIdTaken': 409,
  'lacs.groupHasUnits': 409,
  'lacs.adminNotFound': 404,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus
