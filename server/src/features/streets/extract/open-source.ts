import { RangeSource, SourceFailed } from '#/ports/range-source.ts'

/** The part of STREETS_SOURCE that stands for the day of a build. */
const DATE = '{date}'
/** Days before today whose builds are looked for. Protomaps keeps those of a week. */
const DAYS_BACK = 8
const DAY_MS = 86_400_000

/** Returns the address without secrets that the operator may have put into its query. */
export const titleOfSource = (url: string): string => {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

/** Returns the addresses of a source that may have the newest file, in the order in which they are tried. */
export function addressesOf(source: string, now: Date): string[] {
  if (!source.includes(DATE)) return [source]
  return Array.from({ length: DAYS_BACK + 1 }, (_, days) => {
    const day = new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')
    return source.replaceAll(DATE, day)
  })
}

/** Opens the newest file of a source. @throws SourceFailed */
export async function openNewest(
  source: string,
  now: Date,
  options: Parameters<typeof RangeSource.open>[1],
): Promise<RangeSource> {
  for (const url of addressesOf(source, now))
    try {
      return await RangeSource.open(url, options)
    } catch (error) {
      if (!(error instanceof SourceFailed && error.problem === 'sourceMissing')) throw error
    }
  throw new SourceFailed('sourceMissing')
}
