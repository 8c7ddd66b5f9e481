-- The needs board: what people need and offer.
CREATE TABLE needs (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL REFERENCES users,
  kind text NOT NULL CHECK (kind IN ('need', 'offer')),
  subject text NOT NULL CHECK (subject IN ('things', 'help', 'transport')),
  title text NOT NULL,
  amount text NOT NULL,
  note text NOT NULL,
  is_urgent boolean NOT NULL,
  place_id uuid REFERENCES places ON DELETE SET NULL,
  whereabouts text NOT NULL,
  -- The user who takes care of it.
  claimed_by uuid REFERENCES users,
  claimed_at timestamptz,
  done_at timestamptz,
  expires_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((claimed_by IS NULL) = (claimed_at IS NULL))
);
CREATE INDEX needs_of_owner ON needs (owner_id);
CREATE INDEX needs_claimed_by ON needs (claimed_by) WHERE claimed_by IS NOT NULL;
CREATE INDEX needs_place ON needs (place_id) WHERE place_id IS NOT NULL;
CREATE INDEX needs_expiry ON needs (expires_at);
