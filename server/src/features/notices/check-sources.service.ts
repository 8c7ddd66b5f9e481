import type { NoticeProblem } from '@noroshi/contract/notices/notices.http'
import type { Job } from '#/db/jobs.ts'
import type { Deps } from '#/deps.ts'
import { getPublic, GetFailed } from '#/ports/get-public.ts'
import { type XmlElement, XML_BYTES_MAX } from '#/ports/xml/read-xml.ts'
import { applyNoticeRules } from './notice-rules.service.ts'
import { filesOf } from './notice-folder.ts'
import { deleteNoticesBefore, recordCheck, sourceRows, type SourceRow } from './notices.sql.ts'
import { problemOfDocument, receiveDocument, rootOf } from './receive-notices.service.ts'
import { kindOfTitle } from './read-jma.ts'

/** Milliseconds between two checks of all sources. */
const CHECK_EVERY_MS = 60_000
/** Documents of a feed that one check reads. */
const DOCUMENTS_AT_ONCE = 40
/** Max milliseconds after which a check requests no further document, and documents that may not arrive in one check. */
const DOCUMENTS_WITHIN_MS = 45_000
const MISSED_MAX = 3
/** Links of a feed that are remembered. */
const SEEN_MAX = 1000
const LINK_MAX = 500
/** Milliseconds after which notices are deleted. */
const KEPT_MS = 30 * 86_400_000

/** Checks the addresses and folders of the sources each minute. Without a source nothing is requested. */
export const noticesJob = (deps: Deps): Job => ({
  name: 'notices.check',
  every: CHECK_EVERY_MS,
  run: () => checkNoticeSources(deps),
})

/** Deletes notices of a month ago. */
export const deleteOldNotices = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  deleteNoticesBefore(db, new Date(now().getTime() - KEPT_MS))

/** Checks all sources at once, since a slow one must not delay the others, and applies the rules after each. */
export async function checkNoticeSources(deps: Deps): Promise<void> {
  const checks = (await sourceRows(deps.db)).map(async (source) => {
    await checkSource(deps, source)
    await applyNoticeRules(deps)
  })
  for (const result of await Promise.allSettled(checks)) if (result.status === 'rejected') deps.logError(result.reason)
  // Also of the notices that a rule could not act on before.
  await applyNoticeRules(deps)
}

/** Checks one source. Its problem is stored for administrators; the others go on. */
async function checkSource(deps: Deps, source: SourceRow): Promise<void> {
  if (source.channel === 'file') return
  const check = source.channel === 'folder' ? checkFolder(deps, source) : checkAddress(deps, source)
  const result = await check.catch((error: unknown) => {
    const problem = problemOf(error)
    if (problem === undefined) deps.logError(error)
    return { problem: problem ?? 'unreachable' }
  })
  await recordCheck(deps.db, source.id, { checked_at: deps.now(), ...result })
}

const problemOf = (error: unknown): NoticeProblem | undefined =>
  error instanceof GetFailed ? error.problem : problemOfDocument(error)

async function checkFolder(deps: Deps, { id }: SourceRow): Promise<{ problem: NoticeProblem | null }> {
  let problem: NoticeProblem | null = null
  for await (const { bytes, done } of filesOf(deps.config.dataDir, id)) {
    const failed = bytes === null ? 'tooLarge' : await receive(deps, id, bytes)
    problem = failed ?? problem
    await done(failed === null)
  }
  return { problem }
}

/** Stores the notice of a document. @returns why it cannot be read; null for a success */
async function receive(deps: Deps, sourceId: string, bytes: Buffer): Promise<NoticeProblem | null> {
  try {
    await receiveDocument(deps, sourceId, rootOf(bytes))
    return null
  } catch (error) {
    const problem = problemOfDocument(error)
    if (problem === undefined) throw error
    return problem
  }
}

interface AddressCheck {
  readonly problem: NoticeProblem | null
  readonly validator: string | null
  readonly seen?: string[]
}

/** Reads an address: a notice, or a feed (Atom or RSS) of notices on the same host. */
async function checkAddress(deps: Deps, source: SourceRow): Promise<AddressCheck> {
  const address = source.address ?? ''
  const { body, validator } = await getPublic(address, { ...optionsOf(deps), validator: source.validator })
  if (body === null) return { problem: null, validator }
  const root = rootOf(body)
  const links = linksOf(root, address)
  if (links === null) {
    await receiveDocument(deps, source.id, root)
    return { problem: null, validator }
  }
  const wanted = links.filter((link) => !source.seen.includes(link))
  // Feeds begin with the newest. What is left is read by the next check.
  const now = wanted.slice(0, DOCUMENTS_AT_ONCE).toReversed()
  const { problem, read } = await readDocuments(deps, source.id, now)
  const seen = [...links.filter((link) => source.seen.includes(link)), ...read].slice(-SEEN_MAX)
  // An incomplete feed is read again, also if it does not change.
  const isComplete = wanted.length === read.length
  return { problem, validator: isComplete ? validator : null, seen }
}

/** Stores the notices at these links. What is not reached is left to the next check. */
async function readDocuments(deps: Deps, sourceId: string, links: readonly string[]) {
  const endsAt = performance.now() + DOCUMENTS_WITHIN_MS
  const read: string[] = []
  let [problem, missed]: [NoticeProblem | null, number] = [null, 0]
  for (const link of links) {
    if (missed === MISSED_MAX || performance.now() > endsAt) break
    const failed = await getPublic(link, optionsOf(deps)).then(
      ({ body: document }) => (document === null ? null : receive(deps, sourceId, document)),
      (error: unknown) => {
        if (!(error instanceof GetFailed)) throw error
        // A host that replies refuses one document only.
        if (error.problem === 'unreachable' && error.cause !== undefined) missed++
        return error.problem
      },
    )
    problem = failed ?? problem
    // A document that cannot be read never changes.
    if (failed !== 'unreachable') read.push(link)
  }
  return { problem, read }
}

const optionsOf = ({ config }: Deps) => ({ localOrigins: config.noticesLocalOrigins, maxBytes: XML_BYTES_MAX })

/** Returns the links of a feed that lead to the host of the feed and may be notices; null for a document that is no feed. */
function linksOf(root: XmlElement, address: string): string[] | null {
  const entries =
    root.name === 'feed' ? root.all('entry') : root.name === 'rss' ? (root.find('channel')?.all('item') ?? []) : null
  if (entries === null) return null
  const isJma = entries.some((entry) => kindOfTitle(entry.textOf('title')) !== null)
  const links = entries.flatMap((entry) => {
    const link = entry.find('link')
    const url = URL.parse(link?.attributes.get('href') ?? link?.text ?? '', address)
    // The feeds of JMA have many reports that are no warnings.
    if (isJma && kindOfTitle(entry.textOf('title')) === null) return []
    return url !== null && url.origin === new URL(address).origin && url.href.length <= LINK_MAX ? [url.href] : []
  })
  return [...new Set(links)].slice(0, SEEN_MAX)
}
