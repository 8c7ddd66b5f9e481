-- What a page on HTTP hands over to the same server on HTTPS. A row works once, for a minute.
CREATE TABLE handovers (
  id uuid PRIMARY KEY,
  -- SHA-256 of the code and of the cookie of the browser that created it.
  code_hash bytea NOT NULL UNIQUE,
  browser_hash bytea NOT NULL,
  session_id uuid REFERENCES sessions ON DELETE CASCADE,
  alert_ids uuid[] NOT NULL,
  unsent_sos jsonb NOT NULL,
  language text,
  expires_at timestamptz NOT NULL
);
CREATE INDEX handovers_of_session ON handovers (session_id) WHERE session_id IS NOT NULL;
