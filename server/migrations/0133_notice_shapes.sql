-- { items: [{ severity, points: [{ latitude, longitude }] }], isComplete }; null: the notice has no areas on the map.
ALTER TABLE notices ADD shapes jsonb;
