import { createTransport } from 'nodemailer'
import type { Mail } from './mail.ts'

/** Milliseconds that the mail server gets to answer. */
const PATIENCE = 20_000

/**
 * Sends by the server that the address names: `smtp://user:password@host:587`, or `smtps://` for TLS from the beginning.
 * The sender is its `from` (`?from=unit@example.org`), else `noroshi@` the host of the unit's own address.
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
      // A password never travels in the open, but on this very machine.
      requireTLS: !isTls && !isOwnMachine(url.hostname),
    }),
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    // Words alone: nothing is read from disk or fetched for a letter.
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
