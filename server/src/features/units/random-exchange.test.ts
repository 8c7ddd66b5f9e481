import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { commentRoutes } from '@noroshi/contract/comments/comments.http'
import { likeRoutes } from '@noroshi/contract/comments/likes.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { draftRoutes } from '@noroshi/contract/pages/drafts.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { unitRoutes } from '@noroshi/contract/units/units.http'
import { IS_LONG } from '#/testing/long-test.ts'
import { addPageMember, contentOf, createPage, deletePage, renamePage, reviewDraft } from '#/testing/scenes/pages.ts'
import {
  carry,
  confirmBoth,
  exchangeAll,
  foundGroup,
  type Hall,
  joinByCode,
  openHall,
  readFile,
  writeFile,
} from '#/testing/scenes/units.ts'

/** Each seed gives another order of writes, links and sticks. */
const SEEDS = IS_LONG ? Array.from({ length: 10 }, (_, index) => index + 1) : [1]
const STEPS = 120
const CANARY = 'stays-here'

/** Returns numbers from 0 to 1 that follow from the seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const form = (fields: Record<string, string | boolean>) => ({
  form: Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, String(value)])),
})

/** Returns what all units must have alike: shared rows without their local versions. Deleted rows have no content. */
async function sharedRows({ server }: Hall): Promise<unknown> {
  const { rows } = await sql`
    SELECT 'feed' AS kind, f.id::text AS key, f.name AS content, f.deleted_at IS NOT NULL AS is_gone, 0 AS likes, 0 AS comments
    FROM feeds f WHERE f.scope = 'group'
    UNION ALL SELECT 'post', p.id::text, CASE WHEN p.deleted_at IS NULL THEN p.text_content ELSE '' END, p.deleted_at IS NOT NULL,
      CASE WHEN p.deleted_at IS NULL THEN p.like_count ELSE 0 END, CASE WHEN p.deleted_at IS NULL THEN p.comment_count ELSE 0 END
    FROM posts p JOIN feeds f ON f.id = p.feed_id WHERE f.scope = 'group'
    UNION ALL SELECT 'comment', c.id::text, CASE WHEN c.deleted_at IS NULL THEN c.description ELSE '' END, c.deleted_at IS NOT NULL, 0, 0
    FROM comments c JOIN posts p ON p.id = c.post_id JOIN feeds f ON f.id = p.feed_id WHERE f.scope = 'group'
    UNION ALL SELECT 'like', l.post_id || ' ' || l.user_id, '', false, 0, 0
    FROM likes l JOIN posts p ON p.id = l.post_id JOIN feeds f ON f.id = p.feed_id WHERE f.scope = 'group'
    UNION ALL SELECT 'page', p.id::text, CASE WHEN p.deleted_at IS NULL THEN p.title || p.excerpt || r.id ELSE '' END,
      p.deleted_at IS NOT NULL, 0, 0
    FROM pages p LEFT JOIN page_revisions r ON r.page_id = p.id AND r.revision = p.revision WHERE p.scope = 'group'
    UNION ALL SELECT 'draft', d.id::text, b.id || d.content || d.drafted_by, false, 0, 0
    FROM page_drafts d JOIN pages p ON p.id = d.page_id AND p.deleted_at IS NULL
      JOIN page_revisions b ON b.page_id = p.id AND b.revision = d.base_revision WHERE d.merges IS NOT NULL AND d.status = 'pending'
    ORDER BY kind, key`.execute(server.db)
  return rows
}

/** Creates, publishes, renames or deletes a page, or merges what another unit has published. */
async function writePage({ admin }: Hall, random: () => number): Promise<void> {
  const pages = (await admin.fetch(pageRoutes.list)).items
  const page = pages[Math.floor(random() * pages.length)]
  if (page === undefined || random() < 0.15) {
    const isShared = pages.length === 0 || random() < 0.7
    await createPage(admin, { title: isShared ? 'Shared' : CANARY, isShared })
    return
  }
  const isOwn = page.createdBy.id === admin.id
  const choice = random()
  if (isOwn && page.isShared === true && choice < 0.1)
    await renamePage(admin, page.id, { title: `Shared ${Math.floor(random() * 1000)}` })
  else if (isOwn && choice < 0.13) await deletePage(admin, page.id)
  else {
    if (!isOwn) await addPageMember(admin, page.id, admin, { canModerateUpdates: true })
    const content = contentOf(`${page.isShared === true ? 'text' : CANARY} ${random()}`)
    const [draft] = (await admin.fetch(draftRoutes.listPending, { params: { id: page.id } })).items
    if (draft !== undefined && choice < 0.4) {
      const review = { content, comparedRevision: page.revision }
      expect(await reviewDraft(admin, draft, 'approved', review)).toMatchObject({ status: 200 })
    } else await admin.fetch(pageRoutes.publish, { params: { id: page.id }, body: { content } })
  }
}

/** The counts of a post are those of its rows. */
async function wrongCounts({ server }: Hall): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT id FROM posts p WHERE deleted_at IS NULL AND (like_count <> (SELECT count(*) FROM likes WHERE post_id = p.id)
      OR comment_count <> (SELECT count(*) FROM comments WHERE post_id = p.id AND deleted_at IS NULL))`.execute(server.db)
  return rows
}

test.each(SEEDS)(
  'three units with links, old and repeated files have the same shared rows after healing, and nothing else (seed %i)',
  { timeout: 120_000 },
  async (seed) => {
    const random = randomOf(seed)
    const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)]
    const chance = (probability: number) => random() < probability
    await using hall = await openHall('Hall')
    await using gym = await openHall('Gym')
    await using school = await openHall('School')
    const halls = [hall, gym, school]
    await foundGroup(hall)
    for (const joining of [gym, school]) {
      await joinByCode(hall, joining)
      await confirmBoth(hall, joining)
    }
    // Whichever is first, Hall tells each of the other one.
    for (const unit of [school, gym]) await exchangeAll(unit)
    expect((await gym.admin.fetch(unitRoutes.read)).units.map(({ name }) => name)).toEqual(['Gym', 'Hall', 'School'])
    const files: { readonly bundle: string; readonly to: readonly Hall[] }[] = []
    const written = new Set<string>()

    const write = async (unit: Hall): Promise<void> => {
      const { admin } = unit
      if (chance(0.35)) {
        await writePage(unit, random)
        return
      }
      const feeds = (await admin.fetch(feedRoutes.list)).items
      const feed = pick(feeds)
      if (feed === undefined || chance(0.08)) {
        const isShared = feeds.length === 0 || chance(0.7)
        await admin.fetch(feedRoutes.create, form({ name: isShared ? 'Shared' : CANARY, isShared, allowsPostByAnyUser: true }))
        return
      }
      if (feed.isShared === true && feed.createdBy.id === admin.id && chance(0.15)) {
        const name = `Shared ${Math.floor(random() * 1000)}`
        await admin.fetch(feedRoutes.edit, {
          params: { id: feed.id },
          ...form({ name, isShared: true, allowsPostByAnyUser: true }),
        })
        return
      }
      const text = `${feed.isShared === true ? 'text' : CANARY} ${random()}`
      const { posts } = await admin.fetch(postRoutes.list, { params: { id: feed.id } })
      const post = pick(posts)
      if (post === undefined || chance(0.3)) {
        const { id } = await admin.fetch(postRoutes.create, { params: { id: feed.id }, ...form({ textContent: text }) })
        if (feed.isShared === true) written.add(id)
        return
      }
      const target = { EntityId: post.id, entityType: 'post' as const }
      const isOwn = post.CreatedByUserId === admin.id
      const choice = random()
      if (choice < 0.3) await admin.fetch(commentRoutes.create, form({ ...target, description: text }))
      else if (choice < 0.45) await admin.fetch(likeRoutes.like, { body: target })
      else if (choice < 0.6) await admin.fetch(likeRoutes.unlike, { params: target })
      else if (choice < 0.8 && isOwn)
        await admin.fetch(postRoutes.edit, { params: { id: feed.id, postId: post.id }, ...form({ textContent: text }) })
      else if (choice < 0.87 && isOwn) await admin.fetch(postRoutes.remove, { params: { id: feed.id, postId: post.id } })
      else {
        const [comment] = (await admin.fetch(commentRoutes.list, { params: target })).items.filter(
          ({ UserId }) => UserId === admin.id,
        )
        if (comment && chance(0.5)) await admin.fetch(commentRoutes.remove, { params: { id: comment.id } })
        else if (comment) await admin.fetch(commentRoutes.edit, { params: { id: comment.id }, ...form({ description: text }) })
      }
    }

    for (let step = 0; step < STEPS; step++) {
      const unit = pick(halls) ?? hall
      const others = halls.filter((one) => one !== unit)
      const choice = random()
      if (choice < 0.7) await write(unit)
      else if (choice < 0.78) await exchangeAll(unit)
      else if (choice < 0.88) {
        const to = chance(0.5) ? others : others.slice(0, 1)
        files.push({ bundle: await writeFile(unit, to), to })
      } else {
        // Any file, also an old one or one that was read before; sometimes twice at the same time.
        const file = pick(files)
        const reader = file && pick(file.to)
        if (file && reader) await Promise.all((chance(0.3) ? [0, 1] : [0]).map(() => readFile(reader, file.bundle)))
      }
    }

    // Gym and School have a link to Hall only. Files go round twice.
    for (const [from, to] of [
      [school, gym],
      [gym, hall],
      [hall, school],
      [school, gym],
    ] as const)
      expect(await carry(from, to)).toMatchObject({ refused: 0 })
    for (const unit of [gym, school, gym]) await exchangeAll(unit)

    const expected = await sharedRows(hall)
    for (const unit of halls) {
      expect(await sharedRows(unit), unit.name).toEqual(expected)
      expect(await wrongCounts(unit), unit.name).toEqual([])
      expect(await unit.server.db.selectFrom('sync_unknown').selectAll().execute(), unit.name).toEqual([])
      const waiting = unit.server.db.selectFrom('sync_segments').select('lane').where('position', 'is', null)
      expect(await waiting.execute(), unit.name).toEqual([])
      expect(await unit.segments(), unit.name).not.toContain(CANARY)
    }
    const stored = await hall.server.db.selectFrom('posts').select('id').execute()
    const ids = new Set(stored.map(({ id }) => id))
    expect([...written].filter((id) => !ids.has(id))).toEqual([])
    const foreign = halls.flatMap(({ server, admin }) =>
      (['feeds', 'pages'] as const).map((table) =>
        server.db.selectFrom(table).select('id').where('scope', '=', 'unit').where('created_by', '<>', admin.id).execute(),
      ),
    )
    expect((await Promise.all(foreign)).flat()).toEqual([])
  },
)
