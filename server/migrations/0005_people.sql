-- Profile fields; '' means not given.
ALTER TABLE users
  ADD phone_number text NOT NULL DEFAULT '',
  ADD gender text CHECK (gender IN ('Female', 'Male')),
  ADD address_line_one text NOT NULL DEFAULT '',
  ADD address_line_two text NOT NULL DEFAULT '',
  ADD city text NOT NULL DEFAULT '',
  ADD state text NOT NULL DEFAULT '',
  ADD postal_area_code integer CHECK (postal_area_code >= 0),
  ADD country text NOT NULL DEFAULT '',
  ADD avatar_file_id uuid REFERENCES files ON DELETE SET NULL;

ALTER TABLE files DROP CONSTRAINT files_parent_kind_check, ADD CONSTRAINT files_parent_kind_check CHECK (parent_kind IN ('alert', 'user'));

-- Normalizes text for searches: character width and case are ignored. The function bodies are bound when they are created, so
-- they do not depend on the search path.
CREATE FUNCTION searchable(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN btrim(regexp_replace(lower(normalize(words, NFKC)), '\s+', ' ', 'g'));
-- Contains both orders of the name without a space between, as Japanese names are written. Each name is still found in it.
CREATE FUNCTION searchable_name(first_name text, last_name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN searchable(first_name || last_name) || ' ' || searchable(last_name || first_name);
-- Returns all characters and all pairs of adjacent characters. One or two kanji are enough for a search, in any locale.
CREATE FUNCTION grams(words text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN ARRAY(SELECT DISTINCT substr(words, place, size)
    FROM generate_series(1, length(words)) AS place, (VALUES (1), (2)) AS sizes (size) WHERE place + size - 1 <= length(words));
-- Returns the grams of a search text: the pairs of each word, or the word itself when it has one character.
CREATE FUNCTION asked_grams(words text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN ARRAY(SELECT DISTINCT substr(word, place, 2)
    FROM unnest(string_to_array(words, ' ')) AS word, generate_series(1, greatest(length(word) - 1, 1)) AS place);

CREATE INDEX users_by_first_name ON users ((searchable(first_name || ' ' || last_name)) COLLATE "C", id) WHERE is_active;
CREATE INDEX users_by_last_name ON users ((searchable(last_name || ' ' || first_name)) COLLATE "C", id) WHERE is_active;
CREATE INDEX users_by_grams ON users USING gin (grams(searchable_name(first_name, last_name))) WITH (fastupdate = off) WHERE is_active;

-- Tokens for one password reset. Only the hash is stored.
CREATE TABLE password_resets (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX password_resets_of_user ON password_resets (user_id);

-- The audit log: actor, IP address, action and target. Names are stored as they were; no column refers to rows that may change.
CREATE TABLE audit_log (
  id uuid PRIMARY KEY,
  actor_id uuid,
  actor_name text NOT NULL,
  ip text NOT NULL,
  action text NOT NULL,
  target_kind text NOT NULL,
  target_id text,
  details jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX audit_log_by_time ON audit_log (created_at);
CREATE INDEX audit_log_by_actor ON audit_log (actor_id, id);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
