-- Sources of anonymous alerts, and alerts that reach administrators only (decisions/0116).
ALTER TABLE alerts
  -- HMAC of the network address of a caller without a session. It is deleted after some days.
  ADD source uuid,
  -- The alert reaches administrators only. It then has no rows in alert_audience.
  ADD is_muted boolean NOT NULL DEFAULT false,
  -- When an administrator released a muted alert: its alarm repeats from then on.
  ADD released_at timestamptz,
  ADD CONSTRAINT alerts_muted_audience CHECK (NOT (is_muted AND reaches_everyone));
CREATE INDEX alerts_by_source ON alerts (source, created_at) WHERE source IS NOT NULL;
CREATE INDEX alerts_muted ON alerts (id) WHERE is_muted;

-- A row exists for a source that is muted, or was until the last clean-up.
CREATE TABLE muted_sources (
  source uuid PRIMARY KEY,
  muted_at timestamptz NOT NULL,
  muted_until timestamptz NOT NULL
);
