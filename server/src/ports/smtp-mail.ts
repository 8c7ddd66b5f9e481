import { createTransport } from 'nodemailer'
import type { Mail } from './mail.ts'

/** Max milliseconds to wait for the mail server. */
const TIMEOUT = 20_000

/**
 * Sends emails by SMTP. The URL is like `smtp://user:password@host:587`, or `smtps://` for TLS from the start. The sender is its
 * `from` parameter (`?from=unit@example.org`), else `noroshi@` with the host of `publicUrl`.
 */
export function smtpMail(smtpUrl: string, publicUrl: string): Mail {
  const url = new URL(smtpUrl)
  const from = url.searchParams.get('from') ?? `noroshi@${new URL(publicUrl).hostname}`
  const isTls = url.protocol === 'smtps:'
  const transport = createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isTls ? 465 : 587),
    secure: isTls,
    ...(url.username !== '' && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
      // A password is never sent without encryption, except to this machine.
      requireTLS: !isTls && !isOwnMachine(url.hostname),
    }),
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    // An email contains only text, so nodemailer needs no files and no URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text })
    },
    close: () => transport.close(),
  }
}

const isOwnMachine = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)
