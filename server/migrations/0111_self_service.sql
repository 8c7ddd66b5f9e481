-- Shelters whose people receive themselves at the entrance. The code is in the QR code there; a new one ends the one before.
CREATE TABLE self_service_codes (
  place_id uuid PRIMARY KEY REFERENCES places ON DELETE CASCADE,
  code text NOT NULL,
  created_by uuid REFERENCES users,
  created_at timestamptz NOT NULL
);
