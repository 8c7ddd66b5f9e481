-- Screens in shelters that alarm without an account (decisions/0141).
CREATE TABLE siren_screens (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  -- The hash of the code that is typed on the screen; null after its use.
  code_hash bytea UNIQUE,
  code_expires_at timestamptz NOT NULL,
  -- The hash of the token that the screen got for its code; null before.
  token_hash bytea UNIQUE,
  paired_at timestamptz,
  last_seen_at timestamptz,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  CHECK ((code_hash IS NULL) = (token_hash IS NOT NULL))
);

-- The alert groups whose active alerts a screen shows.
CREATE TABLE siren_screen_groups (
  screen_id uuid NOT NULL REFERENCES siren_screens ON DELETE CASCADE,
  group_id uuid NOT NULL REFERENCES alert_groups ON DELETE CASCADE,
  PRIMARY KEY (screen_id, group_id)
);
CREATE INDEX siren_screen_groups_of_group ON siren_screen_groups (group_id);
