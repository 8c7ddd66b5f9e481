-- The last runs of backups. They describe targets of this machine, so they are in no backup themselves.
CREATE TABLE backup_runs (
  id uuid PRIMARY KEY,
  -- scheduled: at the time of day. manual: by an administrator. migration: the tables, before a new version changes them.
  kind text NOT NULL CHECK (kind IN ('scheduled', 'manual', 'migration')),
  -- The folder, the disk or the bucket, without secrets.
  target text NOT NULL,
  -- The folder of the backup in the target. null: none was begun.
  name text,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- All bytes of the backup, and those that the target did not have before.
  bytes bigint,
  new_bytes bigint,
  -- null: it runs, or its process was killed.
  outcome text CHECK (outcome IN ('complete', 'failed', 'interrupted')),
  -- rehearsed: restored into a scratch database and compared. verified: only its files were compared with their hashes.
  -- damaged: a file differs. null: neither.
  rehearsal text CHECK (rehearsal IN ('rehearsed', 'verified', 'damaged')),
  -- The code of what went wrong, or why it was only verified, such as noRoom.
  problem text,
  -- The damaged files, or the line of an unexpected error.
  detail text,
  CHECK ((ended_at IS NULL) = (outcome IS NULL))
);
CREATE INDEX backup_runs_started ON backup_runs (started_at);
-- One at a time over all server processes.
CREATE UNIQUE INDEX backup_runs_running ON backup_runs ((true)) WHERE outcome IS NULL;
