-- Lines and areas that administrators draw on the map.
CREATE TABLE map_shapes (
  id uuid PRIMARY KEY,
  geometry text NOT NULL CHECK (geometry IN ('line', 'area')),
  kind text NOT NULL,
  name text NOT NULL,
  color text NOT NULL,
  -- Objects with latitude and longitude in degrees.
  points jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL
);
