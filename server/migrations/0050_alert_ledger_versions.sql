-- Raised with each change of the row. The sum over the rows of an alert is the version of its counts.
ALTER TABLE alert_ledger ADD version integer NOT NULL DEFAULT 1;
COMMENT ON COLUMN alerts.ledger_version IS 'Added to the sum of the versions of the ledger: raised when the number of recipients changes.';
