-- The archive of streets on the map. Its bytes are in the storage of the uploaded files; the table has at most one row.
CREATE TABLE street_archives (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  storage_key text NOT NULL,
  -- SHA-256 of the bytes, in hexadecimal.
  hash text NOT NULL,
  name text NOT NULL,
  bytes bigint NOT NULL,
  -- West, south, east and north in degrees.
  bounds double precision[] NOT NULL CHECK (cardinality(bounds) = 4),
  min_zoom smallint NOT NULL,
  max_zoom smallint NOT NULL,
  added_at timestamptz NOT NULL
);
