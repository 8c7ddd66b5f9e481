-- Rows whose words are deleted: the records of before are erased in the segments of this unit (docs/architecture/units.md).
CREATE TABLE sync_erasures (
  -- The kind of the records.
  kind text NOT NULL,
  key text NOT NULL,
  PRIMARY KEY (kind, key)
);

-- Returns all that is deleted, but for what this unit deleted of others, which is deleted here alone.
CREATE FUNCTION sync_deleted() RETURNS TABLE (kind text, key text) LANGUAGE sql STABLE AS $$
  SELECT 'post', p.id::text FROM posts p JOIN feeds f ON f.id = p.feed_id JOIN users author ON author.id = p.created_by
    JOIN users creator ON creator.id = f.created_by WHERE f.scope = 'group' AND p.deleted_at IS NOT NULL
    AND (author.home_unit IS NULL OR creator.home_unit IS NULL OR p.changed_by IS DISTINCT FROM (SELECT unit_id FROM sync_self))
  UNION ALL SELECT 'comment', c.id::text FROM comments c JOIN posts p ON p.id = c.post_id JOIN feeds f ON f.id = p.feed_id
    JOIN users author ON author.id = c.user_id WHERE f.scope = 'group' AND c.deleted_at IS NOT NULL
    AND (author.home_unit IS NULL OR c.changed_by IS DISTINCT FROM (SELECT unit_id FROM sync_self))
  UNION ALL SELECT 'author', id::text FROM users
    WHERE first_name || last_name || name_reading = '' AND (deleted_at IS NOT NULL OR home_unit IS NOT NULL)
$$;

INSERT INTO sync_erasures (kind, key) SELECT kind, key FROM sync_deleted();
