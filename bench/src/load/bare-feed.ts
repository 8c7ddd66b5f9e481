import type pg from 'pg'

// Plain SQL for a page of a feed and a part of its map: the posts with author, files, counts and whether the reader likes them.
// The statement of the page is prepared, as in the product.

const FILES = `COALESCE((SELECT json_agg(json_build_object('id', f.id, 'type', f.type, 'name', f.name, 'size', f.size, 'width', f.width,
  'height', f.height, 'preview_key', f.preview_key) ORDER BY f.id) FROM files f WHERE f.parent_kind = 'post' AND f.parent_id = p.id), '[]')`

export const barePage = (client: pg.Client, feedId: string, readerId: string, size: number) =>
  client.query({
    name: `bare_page_${size}`,
    text: `SELECT p.*, u.first_name, u.last_name, u.avatar_file_id, ${FILES} AS medias,
        EXISTS (SELECT FROM likes l WHERE l.post_id = p.id AND l.user_id = $2) AS has_liked
      FROM (SELECT * FROM posts WHERE feed_id = $1 AND deleted_at IS NULL AND is_approved ORDER BY id DESC LIMIT ${size}) p
      JOIN users u ON u.id = p.created_by ORDER BY p.id DESC`,
    values: [feedId, readerId],
  })

export interface Box {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

export const barePins = (client: pg.Client, feedId: string, { west, south, east, north }: Box, limit: number) =>
  client.query(
    `SELECT p.id, p.text_content, p.latitude, p.longitude, p.created_at, u.first_name, u.last_name, u.avatar_file_id, ${FILES} AS medias
     FROM (
       SELECT * FROM posts WHERE feed_id = $1 AND deleted_at IS NULL AND is_approved AND latitude BETWEEN $2 AND $3 AND longitude BETWEEN $4 AND $5
       ORDER BY id DESC LIMIT ${limit}) p
     JOIN users u ON u.id = p.created_by ORDER BY p.id DESC`,
    [feedId, south, north, west, east],
  )
