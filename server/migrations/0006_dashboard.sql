-- Sections of the home, ordered by position.
CREATE TABLE dashboard_sections (
  id uuid PRIMARY KEY,
  title text NOT NULL,
  type text NOT NULL CHECK (type IN ('textLink', 'imageSlider', 'imageLink', 'iconLink')),
  position integer NOT NULL CHECK (position >= 1),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE dashboard_links (
  id uuid PRIMARY KEY,
  section_id uuid NOT NULL REFERENCES dashboard_sections ON DELETE CASCADE,
  link_url text NOT NULL,
  is_external boolean NOT NULL,
  link_text text NOT NULL,
  image_file_id uuid REFERENCES files ON DELETE SET NULL,
  icon_name text,
  starts_at timestamptz,
  ends_at timestamptz,
  position integer NOT NULL CHECK (position >= 1),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (ends_at > starts_at)
);
CREATE INDEX dashboard_links_of_section ON dashboard_links (section_id, position);

ALTER TABLE files DROP CONSTRAINT files_parent_kind_check,
  ADD CONSTRAINT files_parent_kind_check CHECK (parent_kind IN ('alert', 'user', 'dashboardLink'));
