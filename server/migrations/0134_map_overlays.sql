-- Pictures that administrators lay on the map, such as scanned hazard maps.
CREATE TABLE map_overlays (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  picture_file_id uuid NOT NULL REFERENCES files ON DELETE CASCADE,
  -- Three objects with x, y (shares of the picture), latitude and longitude; null: not laid yet.
  points jsonb,
  -- Percent.
  opacity integer NOT NULL,
  is_shown boolean NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX map_overlays_picture ON map_overlays (picture_file_id);

ALTER TABLE files DROP CONSTRAINT files_parent_kind_check, ADD CONSTRAINT files_parent_kind_check
  CHECK (parent_kind IN ('alert', 'user', 'dashboardLink', 'message', 'feed', 'post', 'comment', 'document', 'group', 'missingReport',
    'personState', 'mapOverlay'));
