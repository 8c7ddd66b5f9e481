-- The events table is the journal of the server: sockets receive all stored events from it.
-- Events of one read are emitted in the order of their insertion, which follows the row locks of the changes.
ALTER TABLE events ALTER COLUMN created_at SET DEFAULT clock_timestamp();

-- One row for each start of a server process. A cursor contains the epoch in which it was issued. A missing epoch, or
-- a cursor above the start of the next epoch, means that the database was replaced by an older copy.
CREATE TABLE journal_epochs (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  number bigint NOT NULL UNIQUE GENERATED ALWAYS AS IDENTITY,
  -- One above the newest event at that moment.
  starts_at xid8 NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
