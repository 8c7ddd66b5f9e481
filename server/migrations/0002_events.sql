-- Emitted events, one row each. Transactions commit out of order, so the cursor is the transaction id and not a sequence.
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

-- Events below this transaction id were deleted. A client with an older cursor refetches everything.
CREATE TABLE event_horizon (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  xid xid8 NOT NULL
);
INSERT INTO event_horizon (xid) VALUES ('0');
