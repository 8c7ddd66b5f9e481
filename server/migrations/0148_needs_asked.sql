-- When the owner of an expired entry of the needs board was asked whether it still holds.
ALTER TABLE needs ADD asked_at timestamptz;
