-- Received records that are not applied are tried again (docs/architecture/units.md).

ALTER TABLE sync_unknown
  -- unreadable: this version does not know it. missing: what it refers to has not arrived. refused: its unit may not write it.
  ADD state text NOT NULL DEFAULT 'unreadable' CHECK (state IN ('unreadable', 'missing', 'refused')),
  -- The version of the program that tried it last.
  ADD tried_version text NOT NULL DEFAULT '',
  -- The value of sync_changes when it was tried last.
  ADD tried_at bigint NOT NULL DEFAULT 0;
CREATE INDEX sync_unknown_due ON sync_unknown (split_part(lane, '.', 1), tried_at, n) WHERE state <> 'refused';

-- Rises when records of units were applied or written. A record that misses something is tried again afterwards.
CREATE SEQUENCE sync_changes;
