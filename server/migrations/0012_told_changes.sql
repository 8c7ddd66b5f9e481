-- The version of an alert that was last emitted. A repeated SOS is stored at once and emitted at most once in 5 s.
ALTER TABLE alerts ADD told_version integer NOT NULL DEFAULT 1;
UPDATE alerts SET told_version = version;
CREATE INDEX alerts_untold ON alerts (id) WHERE told_version < version;
