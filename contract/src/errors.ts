import { z } from 'zod'
import { accountErrors } from './accounts/accounts.errors.ts'
import { personalDataErrors } from './accounts/personal-data.errors.ts'
import { lacsErrors } from './admin/lacs.errors.ts'
import { retentionErrors } from './admin/retention.errors.ts'
import { alarmAppErrors } from './alarm-app/alarm-app.errors.ts'
import { alertErrors } from './alerts/alerts.errors.ts'
import { backupErrors } from './backups/backups.errors.ts'
import { callErrors } from './calls/calls.errors.ts'
import { commentErrors } from './comments/comments.errors.ts'
import { communityMapErrors } from './community-map/community-map.errors.ts'
import { dashboardErrors } from './dashboard/dashboard.errors.ts'
import { exchangeErrors } from './exchange/exchange.errors.ts'
import { familyErrors } from './families/families.errors.ts'
import { feedErrors } from './feeds/feeds.errors.ts'
import { handsFreeErrors } from './hands-free/hands-free.errors.ts'
import { missingReportErrors } from './missing-reports/missing-reports.errors.ts'
import { messagingErrors } from './messaging/messaging.errors.ts'
import { pageErrors } from './pages/pages.errors.ts'
import { needErrors } from './needs/needs.errors.ts'
import { noticeErrors } from './notices/notices.errors.ts'
import { personSearchErrors } from './person-searches/person-searches.errors.ts'
import { placeErrors } from './places/places.errors.ts'
import { pushErrors } from './push/push.errors.ts'
import { radioErrors } from './radio/radio.errors.ts'
import { receptionErrors } from './reception/reception.errors.ts'
import { recordErrors } from './record/record.errors.ts'
import { reportErrors } from './reports/reports.errors.ts'
import { rollCallErrors } from './roll-calls/roll-calls.errors.ts'
import { setupErrors } from './setup/setup.errors.ts'
import { sirenErrors } from './siren/siren.errors.ts'
import { speechErrors } from './speech/speech.errors.ts'
import { streetsErrors } from './streets/streets.errors.ts'
import { unitErrors } from './units/units.errors.ts'

/** The body of every error reply. `message` and all issues are in the language of the caller. */
export const ErrorReply = z
  .object({
    code: z.string(),
    message: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })),
  })
  .meta({ id: 'Error' })
export type ErrorReply = z.infer<typeof ErrorReply>

/** The HTTP status of each error code. The message of `code` has the key `error.<code>` in errors.messages.ts. */
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
  /** A picture, video or sound that cannot be read. */
  'file.damaged': 415,
  /** A picture, video or sound whose metadata cannot be removed. */
  'file.unsupported': 415,
  /** A picture, video or sound with too many pixels, or that takes too much memory or processor time. */
  'file.tooComplex': 413,
  'file.noRoom': 507,
  'file.busy': 503,
  'file.anonymousFull': 507,
  /** The daily limits of a user, and of the new accounts of one network (RFC 4331 has this status for quotas). */
  'budget.texts': 507,
  'budget.textBytes': 507,
  'budget.files': 507,
  'budget.network': 507,
  'budget.radio': 507,
  bodyTooLarge: 413,
  headersTooLarge: 431,
  'disk.full': 507,
  requestTimeout: 408,
  unsupported: 415,
  tooManyRequests: 429,
  internal: 500,
  unavailable: 503,
  ...accountErrors,
  ...personalDataErrors,
  ...lacsErrors,
  ...retentionErrors,
  ...alarmAppErrors,
  ...alertErrors,
  ...callErrors,
  ...commentErrors,
  ...dashboardErrors,
  ...exchangeErrors,
  ...familyErrors,
  ...feedErrors,
  ...handsFreeErrors,
  ...messagingErrors,
  ...missingReportErrors,
  ...pageErrors,
  ...communityMapErrors,
  ...needErrors,
  ...noticeErrors,
  ...personSearchErrors,
  ...placeErrors,
  ...pushErrors,
  ...radioErrors,
  ...receptionErrors,
  ...recordErrors,
  ...reportErrors,
  ...rollCallErrors,
  ...setupErrors,
  ...sirenErrors,
  ...speechErrors,
  ...streetsErrors,
  ...unitErrors,
  ...backupErrors,
} as const satisfies Record<string, number>

/**
 * The form field that an error is about. The reply names the field in `issues`, so that the form shows the message
 * there.
 */
export const errorField: { readonly [code in keyof typeof errorStatus]?: string } = {
  'alertGroup.nameTaken': 'name',
  'auth.codeRequired': 'code',
  'auth.emailTaken': 'email',
  'auth.passwordCommon': 'password',
  'auth.passwordPersonal': 'password',
  'auth.wrongCode': 'code',
  'auth.wrongPassword': 'currentPassword',
  'dashboard.iconRequired': 'iconName',
  'dashboard.imageRequired': 'image',
  'dashboard.notAnImage': 'image',
  'lacs.subdomainTaken': 'subdomain',
  'lacs.unitIdTaken': 'unitId',
  'noticeSource.notAllowed': 'address',
  'place.noState': 'state',
  'push.badEndpoint': 'endpoint',
  'push.badKeys': 'keys',
  'secondFactor.setUpFirst': 'requiresSecondFactor',
  'siren.codeInvalid': 'code',
  'units.codeWrong': 'code',
  'units.unreachable': 'address',
}

/** The code of an error reply. Each has one HTTP status. */
export type ErrorCode = keyof typeof errorStatus
