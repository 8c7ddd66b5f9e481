-- Units that exchange data (docs/architecture/units.md). All triggers are disabled until this unit shares data, so that a
-- single unit pays nothing for them.

-- This server as a unit. No row: it has never begun to pair.
CREATE TABLE sync_self (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  unit_id uuid NOT NULL,
  -- The LACS group, and the unit that created it, which alone admits and revokes units. null: it has joined no group.
  group_id uuid,
  founder_id uuid
);

-- The units of the group, this one too.
CREATE TABLE sync_units (
  unit_id uuid PRIMARY KEY,
  name text NOT NULL,
  is_cloud_unit boolean NOT NULL,
  -- Base URLs, the likeliest first.
  urls text[] NOT NULL,
  -- The base URL at which an administrator of this unit paired with it.
  paired_url text,
  -- The version of its program.
  version text NOT NULL,
  -- Public keys: Ed25519 (base64url), which signs, and age, to which bundles are encrypted.
  sign_key text NOT NULL,
  box_key text NOT NULL,
  -- The digits that two administrators compare. null: the founder admitted it, or it is this unit.
  digits text,
  -- null: an administrator has not compared the digits yet, and nothing is exchanged.
  confirmed_at timestamptz,
  -- The numbers of its lanes up to which its records count, once it is revoked.
  valid_until jsonb,
  -- The last number of each lane that it had when it last told.
  known jsonb NOT NULL DEFAULT '{}',
  last_link_at timestamptz,
  last_bundle_at timestamptz,
  -- Its clock minus the clock of this server, as the last exchange over a link showed it.
  clock_offset_ms bigint
);

-- One-time codes with which another unit pairs over a link. `proof_key` comes from the code, which is not stored.
CREATE TABLE sync_codes (
  id uuid PRIMARY KEY,
  proof_key bytea NOT NULL,
  expires_at timestamptz NOT NULL
);

-- References to rows that changed and are in no segment yet.
CREATE TABLE sync_outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  key text NOT NULL
);

-- Signed parts of lanes, own and received. `position` is the order in which this unit wrote or applied them. null: it waits
-- for earlier ones.
CREATE TABLE sync_segments (
  lane text NOT NULL,
  first bigint NOT NULL,
  last bigint NOT NULL,
  header text NOT NULL,
  -- JSON lines, compressed.
  body bytea NOT NULL,
  signature bytea NOT NULL,
  hash bytea NOT NULL,
  position bigint UNIQUE,
  PRIMARY KEY (lane, first)
);
CREATE INDEX sync_segments_waiting ON sync_segments (lane, first) WHERE position IS NULL;

-- The last applied record of each lane.
CREATE TABLE sync_lanes (
  lane text PRIMARY KEY,
  applied bigint NOT NULL,
  hash bytea NOT NULL,
  -- When another segment for numbers that this unit has was received: a copy of the database writes to the same lane.
  forked_at timestamptz
);

-- Received records that this version does not apply.
CREATE TABLE sync_unknown (
  lane text NOT NULL,
  n bigint NOT NULL,
  -- JSON
  record text NOT NULL,
  PRIMARY KEY (lane, n)
);

-- Rows whose deletion leaves no row, such as likes, with the stamp of the deletion.
CREATE TABLE sync_removed (
  kind text NOT NULL,
  key text NOT NULL,
  changed bigint NOT NULL,
  changed_by uuid,
  PRIMARY KEY (kind, key)
);

-- Users who are the authors of what is exchanged.
CREATE TABLE sync_authors (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE
);

-- The stamp of a change rises with each change of a row, whatever the clock says. Ties are decided by the unit.
ALTER TABLE users ADD home_unit uuid, ADD changed bigint NOT NULL DEFAULT 0;
ALTER TABLE feeds ADD scope text NOT NULL DEFAULT 'unit' CHECK (scope IN ('unit', 'group')),
  ADD changed bigint NOT NULL DEFAULT 0, ADD changed_by uuid;
-- The text of a post has a stamp of its own: a review by another unit does not bring an earlier text back.
ALTER TABLE posts ADD changed bigint NOT NULL DEFAULT 0, ADD changed_by uuid, ADD text_changed bigint NOT NULL DEFAULT 0;
ALTER TABLE comments ADD changed bigint NOT NULL DEFAULT 0, ADD changed_by uuid;
ALTER TABLE likes ADD changed bigint NOT NULL DEFAULT 0, ADD changed_by uuid;

-- Whether the transaction applies received records, which are no changes of this unit.
CREATE FUNCTION sync_is_applying() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT COALESCE(current_setting('sync.applying', true) = 'on', false)
$$;

CREATE FUNCTION sync_stamp(before bigint) RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT greatest(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint, before + 1)
$$;

CREATE FUNCTION sync_touch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF sync_is_applying() THEN RETURN NEW; END IF;
  NEW.changed := sync_stamp(CASE WHEN TG_OP = 'UPDATE' THEN OLD.changed ELSE 0 END);
  NEW.changed_by := (SELECT unit_id FROM sync_self);
  RETURN NEW;
END $$;

CREATE FUNCTION sync_touch_post() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF sync_is_applying() THEN RETURN NEW; END IF;
  NEW.changed := sync_stamp(CASE WHEN TG_OP = 'UPDATE' THEN OLD.changed ELSE 0 END);
  NEW.changed_by := (SELECT unit_id FROM sync_self);
  IF TG_OP = 'INSERT' OR (OLD.text_content, OLD.latitude, OLD.longitude) IS DISTINCT FROM
    (NEW.text_content, NEW.latitude, NEW.longitude) THEN
    NEW.text_changed := NEW.changed;
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION sync_touch_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF sync_is_applying() THEN RETURN NEW; END IF;
  NEW.changed := sync_stamp(OLD.changed);
  RETURN NEW;
END $$;

-- A like that returns is later than its removal.
CREATE FUNCTION sync_touch_like() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF sync_is_applying() THEN RETURN NEW; END IF;
  NEW.changed := sync_stamp(COALESCE(
    (SELECT changed FROM sync_removed WHERE kind = 'like' AND key = NEW.post_id || '|' || NEW.user_id), 0));
  NEW.changed_by := (SELECT unit_id FROM sync_self);
  RETURN NEW;
END $$;

CREATE FUNCTION sync_note(kind text, key text) RETURNS void LANGUAGE sql VOLATILE AS $$
  INSERT INTO sync_outbox (kind, key) VALUES (kind, key)
$$;

-- Notes an author the first time. Later changes are noted by the trigger on users.
CREATE FUNCTION sync_note_author(author uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sync_authors (user_id) SELECT author WHERE author IS NOT NULL ON CONFLICT DO NOTHING;
  IF FOUND THEN PERFORM sync_note('author', author::text); END IF;
END $$;

CREATE FUNCTION sync_note_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT sync_is_applying() AND EXISTS (SELECT FROM sync_authors WHERE user_id = NEW.id) THEN
    PERFORM sync_note('author', NEW.id::text);
  END IF;
  RETURN NULL;
END $$;

-- Notes all that a feed contains.
CREATE FUNCTION sync_note_feed_content(feed uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sync_note_author(author) FROM (
    SELECT created_by AS author FROM feeds WHERE id = feed
    UNION SELECT created_by FROM posts WHERE feed_id = feed
    UNION SELECT reviewed_by FROM posts WHERE feed_id = feed
    UNION SELECT c.user_id FROM comments c JOIN posts p ON p.id = c.post_id WHERE p.feed_id = feed
    UNION SELECT l.user_id FROM likes l JOIN posts p ON p.id = l.post_id WHERE p.feed_id = feed
    UNION SELECT u.id FROM sync_removed r JOIN posts p ON p.id = split_part(r.key, '|', 1)::uuid
      JOIN users u ON u.id = split_part(r.key, '|', 2)::uuid WHERE r.kind = 'like' AND p.feed_id = feed) AS authors;
  INSERT INTO sync_outbox (kind, key)
  SELECT 'feed', feed::text
  UNION ALL SELECT 'post', id::text FROM posts WHERE feed_id = feed
  UNION ALL SELECT 'comment', c.id::text FROM comments c JOIN posts p ON p.id = c.post_id WHERE p.feed_id = feed
  UNION ALL SELECT 'like', l.post_id || '|' || l.user_id FROM likes l JOIN posts p ON p.id = l.post_id WHERE p.feed_id = feed
  UNION ALL SELECT 'like', r.key FROM sync_removed r JOIN posts p ON p.id = split_part(r.key, '|', 1)::uuid
    JOIN users u ON u.id = split_part(r.key, '|', 2)::uuid AND u.home_unit IS NULL WHERE r.kind = 'like' AND p.feed_id = feed;
END $$;

CREATE FUNCTION sync_note_feed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF sync_is_applying() OR NEW.scope <> 'group' THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' AND OLD.scope = 'group' THEN
    PERFORM sync_note('feed', NEW.id::text);
  ELSE
    PERFORM sync_note_feed_content(NEW.id);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION sync_note_post() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF sync_is_applying() OR NOT EXISTS (SELECT FROM feeds WHERE id = NEW.feed_id AND scope = 'group') THEN RETURN NULL; END IF;
  PERFORM sync_note_author(NEW.created_by);
  PERFORM sync_note_author(NEW.reviewed_by);
  PERFORM sync_note('post', NEW.id::text);
  RETURN NULL;
END $$;

CREATE FUNCTION sync_is_shared_post(post uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM posts p JOIN feeds f ON f.id = p.feed_id WHERE p.id = post AND f.scope = 'group')
$$;

CREATE FUNCTION sync_note_comment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF sync_is_applying() OR NOT sync_is_shared_post(NEW.post_id) THEN RETURN NULL; END IF;
  PERFORM sync_note_author(NEW.user_id);
  PERFORM sync_note('comment', NEW.id::text);
  RETURN NULL;
END $$;

CREATE FUNCTION sync_note_like() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF sync_is_applying() OR NOT sync_is_shared_post(NEW.post_id) THEN RETURN NULL; END IF;
  PERFORM sync_note_author(NEW.user_id);
  PERFORM sync_note('like', NEW.post_id || '|' || NEW.user_id);
  RETURN NULL;
END $$;

CREATE FUNCTION sync_touch_unlike() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF sync_is_applying() OR NOT sync_is_shared_post(OLD.post_id) THEN RETURN NULL; END IF;
  INSERT INTO sync_removed AS r (kind, key, changed, changed_by)
  SELECT 'like', OLD.post_id || '|' || OLD.user_id, sync_stamp(OLD.changed), unit_id FROM sync_self
  ON CONFLICT (kind, key) DO UPDATE SET changed = EXCLUDED.changed, changed_by = EXCLUDED.changed_by;
  RETURN NULL;
END $$;

CREATE FUNCTION sync_note_unlike() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF sync_is_applying() OR NOT sync_is_shared_post(OLD.post_id) THEN RETURN NULL; END IF;
  PERFORM sync_note('like', OLD.post_id || '|' || OLD.user_id);
  RETURN NULL;
END $$;

CREATE TRIGGER sync_touch BEFORE UPDATE OF first_name, last_name, name_reading ON users
  FOR EACH ROW EXECUTE FUNCTION sync_touch_user();
CREATE TRIGGER sync_zz_note AFTER UPDATE OF first_name, last_name, name_reading ON users
  FOR EACH ROW EXECUTE FUNCTION sync_note_user();
CREATE TRIGGER sync_touch BEFORE INSERT OR UPDATE OF name, description, latitude, longitude, is_public, is_open_to_users,
  allows_post_by_any_user, scope, deleted_at ON feeds FOR EACH ROW EXECUTE FUNCTION sync_touch();
CREATE TRIGGER sync_zz_note AFTER INSERT OR UPDATE OF name, description, latitude, longitude, is_public, is_open_to_users,
  allows_post_by_any_user, scope, deleted_at ON feeds FOR EACH ROW EXECUTE FUNCTION sync_note_feed();
-- Views, likes and comments change the counts of a post, which each unit counts for itself.
CREATE TRIGGER sync_touch BEFORE INSERT OR UPDATE OF text_content, latitude, longitude, is_approved, review_remarks, reviewed_at,
  deleted_at ON posts FOR EACH ROW EXECUTE FUNCTION sync_touch_post();
CREATE TRIGGER sync_zz_note AFTER INSERT OR UPDATE OF text_content, latitude, longitude, is_approved, review_remarks, reviewed_at,
  deleted_at ON posts FOR EACH ROW EXECUTE FUNCTION sync_note_post();
CREATE TRIGGER sync_touch BEFORE INSERT OR UPDATE OF description, deleted_at ON comments
  FOR EACH ROW EXECUTE FUNCTION sync_touch();
CREATE TRIGGER sync_zz_note AFTER INSERT OR UPDATE OF description, deleted_at ON comments
  FOR EACH ROW EXECUTE FUNCTION sync_note_comment();
CREATE TRIGGER sync_touch BEFORE INSERT ON likes FOR EACH ROW EXECUTE FUNCTION sync_touch_like();
CREATE TRIGGER sync_zz_note AFTER INSERT ON likes FOR EACH ROW EXECUTE FUNCTION sync_note_like();
CREATE TRIGGER sync_touch_removal AFTER DELETE ON likes FOR EACH ROW EXECUTE FUNCTION sync_touch_unlike();
CREATE TRIGGER sync_zz_note_removal AFTER DELETE ON likes FOR EACH ROW EXECUTE FUNCTION sync_note_unlike();

-- Enables all triggers above, or disables those that note changes. A unit that has begun to share keeps the stamps of its changes
-- and the removals, so that they win when it shares again. Returns whether a trigger was not so already.
CREATE FUNCTION sync_switch(is_on boolean) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE one record; is_changed boolean := false;
BEGIN
  FOR one IN SELECT tgname, tgrelid::regclass AS tab FROM pg_trigger
    WHERE tgname LIKE CASE WHEN is_on THEN 'sync\_%' ELSE 'sync\_zz\_%' END AND tgrelid IN ('users'::regclass, 'feeds'::regclass, 'posts'::regclass, 'comments'::regclass,
      'likes'::regclass) AND (tgenabled = 'D') = is_on ORDER BY tgrelid, tgname
  LOOP
    EXECUTE format('ALTER TABLE %s %s TRIGGER %I', one.tab, CASE WHEN is_on THEN 'ENABLE' ELSE 'DISABLE' END, one.tgname);
    is_changed := true;
  END LOOP;
  RETURN is_changed;
END $$;

ALTER TABLE users DISABLE TRIGGER sync_touch, DISABLE TRIGGER sync_zz_note;
ALTER TABLE feeds DISABLE TRIGGER sync_touch, DISABLE TRIGGER sync_zz_note;
ALTER TABLE posts DISABLE TRIGGER sync_touch, DISABLE TRIGGER sync_zz_note;
ALTER TABLE comments DISABLE TRIGGER sync_touch, DISABLE TRIGGER sync_zz_note;
ALTER TABLE likes DISABLE TRIGGER sync_touch, DISABLE TRIGGER sync_zz_note,
  DISABLE TRIGGER sync_touch_removal, DISABLE TRIGGER sync_zz_note_removal;
