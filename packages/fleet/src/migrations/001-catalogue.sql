CREATE TABLE ark.file(
  tenant text, path text COLLATE "C", fingerprint text NOT NULL, found text NOT NULL, PRIMARY KEY(tenant, path)
);
CREATE TABLE ark.source(
  tenant text, path text COLLATE "C", fingerprint text NOT NULL, state text NOT NULL, PRIMARY KEY(tenant, path)
);
CREATE TABLE ark.wish(
  number bigserial, tenant text, path text COLLATE "C", version text NOT NULL, job text, PRIMARY KEY(tenant, path)
);
CREATE INDEX wish_number ON ark.wish(tenant, number);
CREATE TABLE ark.name(
  tenant text, folded text COLLATE "C", id text NOT NULL, day text, number integer, owner text, promised boolean NOT NULL,
  PRIMARY KEY(tenant, folded)
);
CREATE INDEX name_number ON ark.name(tenant, day, number);
CREATE UNIQUE INDEX name_owner ON ark.name(tenant, owner) WHERE owner IS NOT NULL;
CREATE INDEX name_promised ON ark.name(tenant) WHERE promised;
CREATE TABLE ark.session(
  tenant text, id text COLLATE "C", at bigint, source text COLLATE "C" NOT NULL, format text NOT NULL, outcome text NOT NULL,
  model text NOT NULL, project text NOT NULL, month text, longest float8 NOT NULL, costliest float8 NOT NULL, failures float8 NOT NULL,
  words tsvector NOT NULL, title text NOT NULL, passages bytea, objects text, row text NOT NULL,
  PRIMARY KEY(tenant, id)
);
CREATE INDEX session_newest ON ark.session(tenant, at DESC NULLS LAST, id DESC);
CREATE INDEX session_longest ON ark.session(tenant, longest DESC, at DESC NULLS LAST, id DESC);
CREATE INDEX session_costliest ON ark.session(tenant, costliest DESC, at DESC NULLS LAST, id DESC);
CREATE INDEX session_failures ON ark.session(tenant, failures DESC, at DESC NULLS LAST, id DESC);
CREATE INDEX session_source ON ark.session(tenant, source);
CREATE INDEX session_format ON ark.session(tenant, format, at DESC NULLS LAST, id DESC);
CREATE INDEX session_project ON ark.session(tenant, project, at DESC NULLS LAST, id DESC);
CREATE INDEX session_words ON ark.session USING gin(words);

-- The second wall: whoever forgets to ask for a tenant's rows alone gets them alone, or none.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['file', 'source', 'wish', 'name', 'session'] LOOP
    EXECUTE format('ALTER TABLE ark.%I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE ark.%I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY of_tenant ON ark.%I USING (tenant = current_setting(''ark.tenant'', true))', name);
  END LOOP;
END $$;
