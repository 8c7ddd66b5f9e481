-- Places of the community on the map, such as shelters, water and closed roads.
CREATE TABLE places (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  name text NOT NULL,
  note text NOT NULL,
  -- null for kinds other than shelters and halls.
  state text CHECK (state IN ('open', 'full', 'closed')),
  capacity integer CHECK (capacity BETWEEN 1 AND 100000),
  latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- A deleted place stays for the rows of other features that name it.
  deleted_at timestamptz
);
CREATE INDEX places_shown ON places (id) WHERE deleted_at IS NULL;
