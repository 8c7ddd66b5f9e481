import { z } from 'zod'
import { defineRoutes, Timestamp, Uuid } from '../define.ts'
import { LANGUAGES } from '../i18n.ts'
import { NAME_MAX } from '../limits.ts'
import { ownLink } from '../own-link.ts'
import { memberNameText } from '../text/name-text.ts'
import { Email } from './accounts.http.ts'
import { InvitationForm } from './unit.http.ts'

/** Max rows of one request. A larger file is sent in several. */
export const IMPORT_BATCH_MAX = 100

const RecipientName = memberNameText('common.wrongType').max(NAME_MAX, 'common.tooLong').default('')

/**
 * The recipient of a personal invitation. The registration form proposes the name and the address, and the person may
 * change them.
 */
export const Recipient = z
  .object({ firstName: RecipientName, lastName: RecipientName, email: Email.nullable().default(null) })
  .refine(({ firstName, lastName, email }) => firstName !== '' || lastName !== '' || email !== null, {
    path: ['firstName'],
    error: 'invitationImport.nameless',
  })
export type Recipient = z.output<typeof Recipient>

const Recipients = z.array(Recipient, 'common.wrongType').min(1, 'common.required').max(IMPORT_BATCH_MAX, 'common.wrongType')

/**
 * `free`: may be invited. `member`: the address has an account. `invited`: an open personal invitation has the address, or
 * the name if there is no address.
 */
export const RecipientStatus = z.enum(['free', 'member', 'invited'])
export type RecipientStatus = z.infer<typeof RecipientStatus>

/**
 * `none`: no mail was wanted. `waiting`: another request is sending it. `failed`: it was not sent, or the server does not know
 * whether it was, and it is not sent again.
 */
export const InvitationMail = z.enum(['none', 'waiting', 'sent', 'failed'])
export type InvitationMail = z.infer<typeof InvitationMail>

export const invitationImportRoutes = defineRoutes({
  check: {
    method: 'POST',
    path: '/admin/invitations/check',
    access: 'admin',
    body: z.object({ items: Recipients }),
    errors: ['tooManyRequests'],
    reply: z.object({
      /** Whether this server can send mails. */
      sendsMail: z.boolean(),
      /** In the order of the request. */
      items: z.array(RecipientStatus),
    }),
    summary: 'Whether these people are members, or have an open personal invitation.',
  },
  create: {
    method: 'POST',
    path: '/admin/invitations/batch',
    access: 'admin',
    body: z.object({
      clientId: Uuid,
      /**
       * 256 random bits as base64url, from which the codes of the links are derived. The server does not store it, so that
       * only a repetition of this request gets the links again.
       */
      secret: z.string('common.required').regex(/^[\w-]{43}$/, 'common.wrongType'),
      items: Recipients,
      expiresInDays: InvitationForm.shape.expiresInDays,
      /** Whether people with an open personal invitation get a new link, and the earlier one ends. */
      replaces: z.boolean('common.wrongType'),
      /** The language of the mails; null: no mail is sent. */
      mailLanguage: z.enum(LANGUAGES, 'accounts.languageInvalid').nullable(),
    }),
    errors: ['tooManyRequests', 'conflict', 'auth.registrationClosed', 'invitation.noMail'],
    reply: z.object({
      /** When the server sends mails again; null: it does. In the meantime it has invited none of these people. */
      mailsAgainAt: Timestamp.nullable(),
      expiresAt: Timestamp,
      hosts: ownLink.hosts,
      httpPort: ownLink.httpPort,
      /** In the order of the request; empty if the mails have to wait. No other reply contains the links. */
      items: z.array(
        z.discriminatedUnion('status', [
          z.object({ status: z.literal('created'), link: ownLink.link, mail: InvitationMail }),
          z.object({ status: z.literal('member') }),
          z.object({ status: z.literal('invited') }),
        ]),
      ),
    }),
    summary: 'Create a personal invitation for each of these people, and mail it. A repetition creates none.',
  },
})
