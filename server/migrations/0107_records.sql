-- The records of alerts and of the audit log: hash chains of salted commitments (contract/src/record/chain.ts).
CREATE TABLE record_chains (
  -- The alert; all zeros for the audit log.
  id uuid PRIMARY KEY,
  last_seq integer NOT NULL DEFAULT 0,
  last_hash text NOT NULL DEFAULT '',
  -- What the entries say of the alert, which the sequencer compares with events. NULL for the audit log and after the deletion of
  -- the alert.
  known jsonb,
  -- The last entry whose head was sent to administrators.
  published_seq integer NOT NULL DEFAULT 0,
  -- The deletion of the alert.
  ended_at timestamptz
);
CREATE INDEX record_chains_unpublished ON record_chains (id) WHERE last_seq > published_seq;
CREATE INDEX record_chains_ended ON record_chains (ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE record_entries (
  chain_id uuid NOT NULL REFERENCES record_chains ON DELETE CASCADE,
  seq integer NOT NULL,
  at timestamptz NOT NULL,
  kind text NOT NULL,
  commitment text NOT NULL,
  hash text NOT NULL,
  -- The content: canonical JSON, and the salt of the commitment. An erasure sets both to NULL. The content of an audit entry is in
  -- audit_log only.
  payload text,
  salt text,
  -- The user whose act it is.
  person_id uuid REFERENCES users,
  -- The message or the audit entry.
  source_id uuid,
  PRIMARY KEY (chain_id, seq)
);
CREATE INDEX record_entries_of_person ON record_entries (person_id, chain_id) WHERE person_id IS NOT NULL;
CREATE INDEX record_entries_of_source ON record_entries (source_id) WHERE source_id IS NOT NULL;

-- Only an erasure changes an entry, and only an erased entry is deleted. The audit log needs neither: its contents are in
-- audit_log, where the retention removes them.
CREATE FUNCTION refuse_record_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.chain_id <> '00000000-0000-0000-0000-000000000000' THEN
    IF TG_OP = 'UPDATE' AND NEW.payload IS NULL AND NEW.salt IS NULL
      AND (NEW.chain_id, NEW.seq, NEW.at, NEW.kind, NEW.commitment, NEW.hash)
        = (OLD.chain_id, OLD.seq, OLD.at, OLD.kind, OLD.commitment, OLD.hash)
    THEN RETURN NEW; END IF;
    IF TG_OP = 'DELETE' AND OLD.payload IS NULL THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'record_entries is append-only';
END $$;
CREATE TRIGGER record_entries_are_append_only BEFORE UPDATE OR DELETE ON record_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_record_change();
