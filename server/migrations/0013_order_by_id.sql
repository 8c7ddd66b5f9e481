-- Lists are ordered by id, since ids rise also when the clock goes back (decisions/0030). Posts were ordered by time before.
DROP INDEX posts_approved, posts_not_approved, posts_by_author;
CREATE INDEX posts_approved ON posts (feed_id, id) WHERE deleted_at IS NULL AND is_approved;
CREATE INDEX posts_not_approved ON posts (feed_id, id) WHERE deleted_at IS NULL AND is_approved IS NOT TRUE;
CREATE INDEX posts_by_author ON posts (created_by, feed_id, id) WHERE deleted_at IS NULL;
-- For filters by day.
CREATE INDEX posts_by_time ON posts (feed_id, created_at) WHERE deleted_at IS NULL;

-- Time of the last repeated alarm; null before the first one.
ALTER TABLE alerts ADD repeated_at timestamptz;
