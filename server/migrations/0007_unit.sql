-- A deleted group keeps its members, so that they keep its alerts. It receives no new alerts.
ALTER TABLE alert_groups ADD deleted_at timestamptz;

-- Number of repeated alarms of an alert. Alerts from before this migration are not repeated.
ALTER TABLE alerts ADD repeat_step smallint NOT NULL DEFAULT 0;
UPDATE alerts SET repeat_step = 3;
CREATE INDEX alerts_to_repeat ON alerts (created_at) WHERE resolved_at IS NULL AND repeat_step < 3;

-- Invitation links for registration. Only the hash of a code is stored.
CREATE TABLE invitations (
  id uuid PRIMARY KEY,
  code_hash bytea NOT NULL UNIQUE,
  label text NOT NULL,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  max_uses integer NOT NULL CHECK (max_uses >= 1),
  used_count integer NOT NULL DEFAULT 0 CHECK (used_count <= max_uses),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Organisations and their units. Rows are deleted softly, since other units must receive the deletion.
CREATE TABLE lacs_groups (
  id uuid PRIMARY KEY,
  organization_name text NOT NULL,
  subdomain text NOT NULL CHECK (subdomain ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$'),
  department_name text NOT NULL,
  contact_person_name text NOT NULL,
  contact_person_designation text NOT NULL,
  share_data_among_units boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE UNIQUE INDEX lacs_groups_by_subdomain ON lacs_groups (subdomain) WHERE deleted_at IS NULL;

CREATE TABLE lacs_units (
  id uuid PRIMARY KEY,
  group_id uuid NOT NULL REFERENCES lacs_groups,
  unit_id text NOT NULL,
  unit_name text NOT NULL,
  is_cloud_unit boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE UNIQUE INDEX lacs_units_by_unit_id ON lacs_units (lower(unit_id)) WHERE deleted_at IS NULL;
CREATE INDEX lacs_units_of_group ON lacs_units (group_id) WHERE deleted_at IS NULL;

CREATE TABLE lacs_unit_admins (
  unit_id uuid NOT NULL REFERENCES lacs_units ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (unit_id, user_id)
);
CREATE INDEX lacs_unit_admins_by_user ON lacs_unit_admins (user_id);
