-- The time of day in which messages do not notify the user: `QuietHours` of the contract. null: none.
ALTER TABLE users ADD quiet_hours jsonb;
