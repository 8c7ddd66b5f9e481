/** A bucket of S3. */
export interface S3Settings {
  /** URL of the bucket, without credentials. */
  readonly endpoint: string
  /** Begins the names of all objects; empty or with a slash at its end. */
  readonly prefix: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** The bucket and the names of the prefix. */
const S3_PATH = /^\/([\w.-]{3,63})((?:\/\w[\w.-]*)*)\/?$/

/** Returns null for an invalid URL. `/`, `:`, `@`, `%` and `+` in the credentials are percent-encoded. */
export function readS3Url(value: string): S3Settings | null {
  const url = URL.parse(value)
  const [, bucket, prefix = ''] = S3_PATH.exec(url?.pathname ?? '') ?? []
  if (url === null || bucket === undefined || !/^https?:$/.test(url.protocol) || url.hash !== '') return null
  const { region = 'us-east-1', ...others } = Object.fromEntries(url.searchParams)
  const accessKeyId = decoded(url.username)
  const secretAccessKey = decoded(url.password)
  if (!accessKeyId || !secretAccessKey || !/^[\w-]+$/.test(region) || Object.keys(others).length > 0) return null
  return {
    endpoint: `${url.origin}/${bucket}`,
    prefix: prefix === '' ? '' : `${prefix.slice(1)}/`,
    region,
    accessKeyId,
    secretAccessKey,
  }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
