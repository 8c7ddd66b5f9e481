import { S3ServiceError } from 's3mini'

/** s3mini wraps some errors of the store. */
function serviceErrorOf(error: unknown): S3ServiceError | null {
  if (error instanceof S3ServiceError) return error
  return error instanceof Error && error.cause instanceof S3ServiceError ? error.cause : null
}

/** Returns the HTTP status of an error of the store; null for an error of the network. */
export const statusOf = (error: unknown): number | null => serviceErrorOf(error)?.status ?? null

/** Returns S3's code of an error, such as NoSuchBucket. The error of s3mini does not always have it. */
const serviceCodeOf = ({ serviceCode, body }: S3ServiceError): string =>
  /<Code>(\w+)<\/Code>/.exec(body ?? '')?.[1] ?? serviceCode ?? 'Unknown'

/** Returns the code of an error of the network, which may be inside other errors. */
function networkCodeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  return 'code' in error && typeof error.code === 'string' ? error.code : networkCodeOf(error.cause)
}

const REFUSED = 'The store refuses the access key: check key and secret, the rights on the bucket, and the clock of the server'

/** Returns the reason of a failure without the reply and the headers, which may contain the access key. */
export function reasonOf(error: unknown): string {
  const service = serviceErrorOf(error)
  if (service?.status === 403) return `status 403 ${serviceCodeOf(service)}. ${REFUSED}`
  if (service !== null) return `status ${service.status} ${serviceCodeOf(service)}`
  return networkCodeOf(error) ?? 'no valid reply'
}

/** Whether the store has no space for more files. */
export function isFull(error: unknown): boolean {
  const service = serviceErrorOf(error)
  return service !== null && (service.status === 507 || /quota|storage_?full|insufficient_?storage/i.test(serviceCodeOf(service)))
}

/**
 * Whether a repetition may succeed at once: a lost connection, or a store that asks for it. A timeout has waited
 * enough.
 */
export function endsSoon(error: unknown): boolean {
  const status = statusOf(error)
  return status === null ? !/ETIMEDOUT|TIMEOUT/.test(networkCodeOf(error) ?? 'TIMEOUT') : status >= 500 || status === 429
}
