-- The last start of each periodic job, over all processes.
CREATE TABLE jobs (
  name text PRIMARY KEY,
  started_at timestamptz NOT NULL
);
