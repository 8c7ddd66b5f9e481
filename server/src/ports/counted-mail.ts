import type { Mail } from './mail.ts'

/** Returns a mail that reports whether each email was sent. */
export const countedMail = (mail: Mail, report: (isSent: boolean) => void): Mail => ({
  async send(email) {
    let isSent = false
    try {
      await mail.send(email)
      isSent = true
    } finally {
      report(isSent)
    }
  },
  close: () => mail.close(),
})
