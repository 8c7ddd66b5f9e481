-- Several versions run at once during an update (decisions/0216). `events`: the names that any version of the consumer has handled.
ALTER TABLE journal_consumers ADD events text[] NOT NULL DEFAULT '{}';

-- Events that a process passed whose version of the consumer does not handle them. A process of a later version handles them.
CREATE TABLE skipped_events (
  consumer text NOT NULL REFERENCES journal_consumers ON DELETE CASCADE,
  event_id uuid NOT NULL,
  name text NOT NULL,
  rooms text[] NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (consumer, event_id)
);
