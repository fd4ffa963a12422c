-- What was erased must not come back with the next scan; hashes alone, so that nothing of it is left.
CREATE TABLE ark.erased(tenant text, hash text COLLATE "C", at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY(tenant, hash));
ALTER TABLE ark.erased ENABLE ROW LEVEL SECURITY;
ALTER TABLE ark.erased FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON ark.erased USING (tenant = current_setting('ark.tenant', true));

-- When a session was first noted, in milliseconds since 1970: the age of one whose log has no clock, or one that runs ahead.
ALTER TABLE ark.session ADD COLUMN noted bigint NOT NULL DEFAULT (extract(epoch FROM now()) * 1000)::bigint;
CREATE INDEX session_age ON ark.session(tenant, least(coalesce(at, noted), noted));

-- Names that were promised to sessions that never came: a sweep withdraws them.
ALTER TABLE ark.name ADD COLUMN at timestamptz NOT NULL DEFAULT now();
