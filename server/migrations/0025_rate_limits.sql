-- Rate limits of all processes. Unlogged: a crash of PostgreSQL gives every client a new window.
CREATE UNLOGGED TABLE rate_limits (
  -- SHA-256 of the limit and of what it counts, so that the table contains no address.
  key bytea PRIMARY KEY,
  count integer NOT NULL,
  -- How many of the requests of the last statement were within the limit.
  granted integer NOT NULL,
  ends_at timestamptz NOT NULL
);
CREATE INDEX rate_limits_by_end ON rate_limits (ends_at);
