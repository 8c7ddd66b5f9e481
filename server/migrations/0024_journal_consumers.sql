-- Consumers read the journal with a position of their own. The row is locked while its consumer runs.
CREATE TABLE journal_consumers (
  name text PRIMARY KEY,
  -- The snapshot up to which the consumer has handled the journal, in the text form of pg_snapshot.
  position text NOT NULL
);
