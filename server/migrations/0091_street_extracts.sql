-- The streets that the server downloads from STREETS_SOURCE; at most one row. The bytes are in DATA_DIR/streets until the
-- archive is complete. They are of this machine, so the table is in no backup.
CREATE TABLE street_extracts (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  id uuid NOT NULL,
  -- West, south, east and north in degrees.
  bounds double precision[] NOT NULL CHECK (cardinality(bounds) = 4),
  -- Who pressed, and the network address, for the audit log.
  created_by uuid NOT NULL,
  ip text NOT NULL,
  created_at timestamptz NOT NULL,
  -- The version of the source: its address, its bytes, and its ETag or Last-Modified. null: not read yet.
  url text,
  source_bytes bigint,
  validator text,
  -- Bytes of the new archive; null: not known yet. And those that this server has.
  bytes bigint,
  done_bytes bigint NOT NULL DEFAULT 0,
  -- The code of what went wrong. null: it runs, or its process was killed.
  problem text,
  -- The worker that downloads, and until when no other one may continue; null: at once.
  worker uuid NOT NULL,
  leased_until timestamptz
);
