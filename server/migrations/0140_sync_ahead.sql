-- The number of a change that is too far ahead of the clock of this server, such as one without a battery: the record is tried again
-- when the clock is near it (docs/architecture/units.md).
ALTER TABLE sync_unknown ADD ahead bigint;
