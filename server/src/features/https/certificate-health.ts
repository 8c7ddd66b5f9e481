import { X509Certificate } from 'node:crypto'
import { type HealthCheck, problemIf, readingOf, timeFact } from '#/features/health/health-check.service.ts'

const DAY_MS = 86_400_000
const SOON_DAYS = 14

/** The certificate of the HTTPS port. That of a proxy is not known. */
export const certificateCheck: HealthCheck = {
  name: 'certificate',
  isPerMachine: true,
  async read({ https, now }) {
    if (https === null) return null
    const { cert, authorityCert } = https.certificate
    const end = new X509Certificate(cert).validToDate
    const daysLeft = (end.getTime() - now().getTime()) / DAY_MS
    const advice = authorityCert === null ? 'certificateEnds' : 'ownCertificateEnds'
    return readingOf(
      [timeFact('certificateEnd', end)],
      [problemIf(daysLeft <= 0, 'failure', advice), problemIf(daysLeft < SOON_DAYS, 'warning', advice)],
    )
  },
}
