-- What was announced, one row per event. Rows commit out of order: the transaction's id, not a sequence, is the cursor.
CREATE TABLE events (
  id uuid PRIMARY KEY,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  name text NOT NULL,
  rooms text[] NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX events_by_transaction ON events (xid);
CREATE INDEX events_by_room ON events USING gin (rooms);
CREATE INDEX events_by_age ON events (created_at);

-- Everything below was pruned: who stands there asks for all again.
CREATE TABLE event_horizon (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  xid xid8 NOT NULL
);
INSERT INTO event_horizon (xid) VALUES ('0');
