-- Feeds, their members, posts, comments and likes. Feeds, posts and comments are deleted softly,
-- since other units must receive the deletion.
CREATE TABLE feeds (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  cover_file_id uuid REFERENCES files ON DELETE SET NULL,
  latitude double precision,
  longitude double precision,
  is_public boolean NOT NULL,
  is_open_to_users boolean NOT NULL,
  -- If false, posts await approval by a moderator.
  allows_post_by_any_user boolean NOT NULL,
  created_by uuid NOT NULL REFERENCES users,
  client_id uuid,
  content_hash bytea,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  CHECK ((latitude IS NULL) = (longitude IS NULL))
);
CREATE UNIQUE INDEX feeds_by_client ON feeds (created_by, client_id) WHERE client_id IS NOT NULL;

-- The row is deleted when a member is removed.
CREATE TABLE feed_members (
  id uuid NOT NULL UNIQUE,
  feed_id uuid NOT NULL REFERENCES feeds ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  can_post boolean NOT NULL DEFAULT false,
  can_update boolean NOT NULL DEFAULT false,
  can_moderate_posts boolean NOT NULL DEFAULT false,
  can_moderate_members boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (feed_id, user_id)
);
CREATE INDEX feed_members_by_user ON feed_members (user_id);

CREATE TABLE posts (
  id uuid PRIMARY KEY,
  feed_id uuid NOT NULL REFERENCES feeds,
  created_by uuid NOT NULL REFERENCES users,
  text_content text NOT NULL,
  latitude double precision,
  longitude double precision,
  -- null: awaits approval; false: rejected.
  is_approved boolean,
  review_remarks text,
  reviewed_at timestamptz,
  reviewed_by uuid REFERENCES users,
  client_id uuid,
  content_hash bytea,
  -- Stored counts, so that a list of posts counts no rows. Each change of a count also raises `counts_version`.
  view_count integer NOT NULL DEFAULT 0,
  like_count integer NOT NULL DEFAULT 0 CHECK (like_count >= 0),
  comment_count integer NOT NULL DEFAULT 0 CHECK (comment_count >= 0),
  counts_version integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  CHECK ((latitude IS NULL) = (longitude IS NULL)),
  CHECK ((reviewed_at IS NULL) = (reviewed_by IS NULL))
  -- Each view and each like updates its post row. Free space in the page allows updates without index writes (HOT).
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX posts_by_client ON posts (created_by, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX posts_approved ON posts (feed_id, created_at, id) WHERE deleted_at IS NULL AND is_approved;
CREATE INDEX posts_not_approved ON posts (feed_id, created_at, id) WHERE deleted_at IS NULL AND is_approved IS NOT TRUE;
CREATE INDEX posts_by_author ON posts (created_by, feed_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX posts_on_map ON posts (feed_id, latitude, longitude) WHERE deleted_at IS NULL AND is_approved AND latitude IS NOT NULL;

CREATE TABLE likes (
  id uuid NOT NULL UNIQUE,
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (post_id, user_id)
);
CREATE INDEX likes_of_post ON likes (post_id, id);

CREATE TABLE comments (
  id uuid PRIMARY KEY,
  post_id uuid NOT NULL REFERENCES posts,
  user_id uuid NOT NULL REFERENCES users,
  description text NOT NULL,
  image_file_id uuid REFERENCES files ON DELETE SET NULL,
  latitude double precision,
  longitude double precision,
  client_id uuid,
  content_hash bytea,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE UNIQUE INDEX comments_by_client ON comments (user_id, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX comments_of_post ON comments (post_id, id) WHERE deleted_at IS NULL;

ALTER TABLE files DROP CONSTRAINT files_parent_kind_check, ADD CONSTRAINT files_parent_kind_check
  CHECK (parent_kind IN ('alert', 'user', 'dashboardLink', 'message', 'feed', 'post', 'comment'));
