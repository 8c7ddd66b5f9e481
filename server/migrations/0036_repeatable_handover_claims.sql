-- A claim may be repeated by the page that sent it first, because its reply may be lost. The column has the SHA-256 of the secret
-- that this page created; null: the handover is not claimed yet.
ALTER TABLE handovers ADD COLUMN claim_hash bytea;
