-- Commands that a client may repeat with the same id (decisions/0054). The scope is the user who sends the command, or the alert or
-- post that it changes. The body hash is null where any body counts as the same. Rows are kept for seven days.
CREATE TABLE client_commands (
  scope_id uuid NOT NULL,
  name text NOT NULL,
  client_id uuid NOT NULL,
  body_hash bytea,
  result_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (scope_id, name, client_id)
);

-- Commands of the last days, so that a client that repeats one after the upgrade gets the same row.
INSERT INTO client_commands (scope_id, name, client_id, result_id, created_at)
SELECT created_by, 'feed:create', client_id, id, created_at FROM feeds WHERE client_id IS NOT NULL AND created_at > now() - interval '7 days'
UNION ALL
SELECT created_by, 'post:create', client_id, id, created_at FROM posts WHERE client_id IS NOT NULL AND created_at > now() - interval '7 days'
UNION ALL
SELECT user_id, 'comment:create', client_id, id, created_at FROM comments WHERE client_id IS NOT NULL AND created_at > now() - interval '7 days';

ALTER TABLE feeds DROP COLUMN client_id, DROP COLUMN content_hash;
ALTER TABLE posts DROP COLUMN client_id, DROP COLUMN content_hash;
ALTER TABLE comments DROP COLUMN client_id, DROP COLUMN content_hash;
