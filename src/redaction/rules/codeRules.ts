import { tokenRule, webhookRule } from '../match/tokenRule.ts';
import type { SecretRule } from '../secretRule.ts';

/** Tokens of code hosts, package registries and build services. */
export const codeRules: readonly SecretRule[] = [
  tokenRule({
    id: 'github-token',
    label: 'GitHub token (personal, OAuth, app, refresh)',
    shape: 'ghp_…, gho_…, ghu_…, ghs_…, ghr_…, github_pat_…',
    forms: [
      { prefix: 'gh[opsur]_', body: /[A-Za-z0-9]{36,255}/ },
      { prefix: 'github_pat_', body: /[A-Za-z0-9]{22}_[A-Za-z0-9]{40,255}/ },
    ],
  }),
  tokenRule({
    id: 'gitlab-token',
    label: 'GitLab token (personal, deploy, runner, CI job, trigger, feed, agent, OAuth secret)',
    shape: 'glpat-…, gldt-…, glrt-…, glcbt-…, glptt-…, gloas-…, GR1348941…',
    forms: [
      { prefix: 'glpat-', body: /[A-Za-z0-9_-]{20,}(?:\.[0-9a-z]{2}\.[0-9a-z]{7,9})?/ },
      { prefix: 'gldt-', body: /[A-Za-z0-9_-]{20,}/ },
      { prefix: 'glrt-', body: /[A-Za-z0-9_-]{20,}(?:\.[0-9a-z]{2}\.[0-9a-z]{7,9})?/ },
      { prefix: 'glrtr-', body: /[A-Za-z0-9_-]{20,}/ },
      { prefix: 'glcbt-', body: /[A-Za-z0-9_-]{20,}/ },
      { prefix: 'glptt-', body: /[0-9a-f]{40}/ },
      { prefix: 'glft-', body: /[A-Za-z0-9_-]{20,}/ },
      { prefix: 'glimt-', body: /[A-Za-z0-9_-]{20,}/ },
      { prefix: 'glagent-', body: /[A-Za-z0-9_-]{40,}/ },
      { prefix: 'gloas-', body: /[0-9a-f]{64}/ },
      { prefix: 'glsoat-', body: /[A-Za-z0-9_-]{20,}/ },
      { prefix: 'glffct-', body: /[A-Za-z0-9_-]{20,}/ },
      { prefix: 'GR1348941', body: /[A-Za-z0-9_-]{20,}/ },
    ],
  }),
  tokenRule({
    id: 'atlassian-token',
    label: 'Atlassian or Bitbucket token',
    shape: 'ATATT3…, ATCTT3…, ATBB…',
    forms: [
      { prefix: 'AT[AC]TT3', body: /[A-Za-z0-9_-]{60,}(?:=[0-9A-F]{8})?/ },
      { prefix: 'ATBB[A-Za-z0-9]', body: /[A-Za-z0-9_-]{27,60}/ },
    ],
  }),
  tokenRule({
    id: 'npm-token',
    label: 'npm access token',
    shape: 'npm_…',
    forms: [{ prefix: 'npm_', body: /[A-Za-z0-9]{36,64}/ }],
  }),
  tokenRule({
    id: 'pypi-token',
    label: 'PyPI upload token',
    shape: 'pypi-AgEIcHlwaS5vcmc…',
    forms: [{ prefix: 'pypi-AgE', body: /[A-Za-z0-9_-]{50,}/ }],
  }),
  tokenRule({
    id: 'docker-hub-token',
    label: 'Docker Hub access token',
    shape: 'dckr_pat_…, dckr_oat_…',
    forms: [{ prefix: 'dckr_[po]at_', body: /[A-Za-z0-9_-]{20,}/ }],
  }),
  tokenRule({
    id: 'package-registry-token',
    label: 'Token of another package registry (RubyGems, NuGet, Clojars, Artifactory)',
    shape: 'rubygems_…, oy2…, CLOJARS_…, AKCp…, cmVmdGtu…',
    forms: [
      { prefix: 'rubygems_', body: /[0-9a-f]{48}/ },
      { prefix: 'oy2[a-z0-9]', body: /[a-z0-9]{42}/, weak: true },
      { prefix: 'CLOJARS_', body: /[0-9a-f]{60}/ },
      { prefix: 'AKCp', body: /[A-Za-z0-9]{60,75}/, weak: true },
      { prefix: 'cmVmdGtu', body: /[A-Za-z0-9]{50,70}/, weak: true },
    ],
  }),
  tokenRule({
    id: 'ci-token',
    label:
      'Token of a build or quality service (CircleCI, Buildkite, SonarQube, Sourcegraph, Codacy, Prefect, Infracost)',
    shape: 'CCIPAT_…, bkua_…, squ_…, sgp_…, pnu_…, ico-…',
    forms: [
      { prefix: 'CCIPAT_', body: /[A-Za-z0-9_]{40,90}/ },
      { prefix: 'CCIPRJ_', body: /[A-Za-z0-9_]{40,90}/ },
      { prefix: 'bkua_', body: /[0-9a-f]{40}/ },
      { prefix: 'sq[upa]_', body: /[0-9a-f]{40}/ },
      { prefix: 'sgp_', body: /(?:local_|[0-9a-f]{16}_)?[0-9a-f]{40}/ },
      { prefix: 'pn[ub]_', body: /[A-Za-z0-9]{36}/ },
      { prefix: 'ico-', body: /[A-Za-z0-9]{32}/, weak: true },
    ],
  }),
  webhookRule({
    id: 'deploy-hook',
    label:
      'Address that starts a build or a release (Vercel, Render, Netlify, Cloudflare Pages, Laravel Forge, Amplify, Docker Hub)',
    shape: 'api.vercel.com/v1/integrations/deploy/…/…, api.render.com/deploy/…?key=…',
    urls: [
      ['api.vercel.com/v1/integrations/deploy/', /prj_[A-Za-z0-9]{16,40}\/([A-Za-z0-9_-]{8,40})/],
      ['api.render.com/deploy/', /[a-z]{3}-[a-z0-9]{10,30}\?key=([A-Za-z0-9_-]{8,40})/],
      ['api.netlify.com/build_hooks/', /([0-9a-f]{24})/],
      ['/webhooks/deploy_hooks/', /([0-9a-f-]{36})/],
      ['forge.laravel.com/servers/', /\d{1,12}\/sites\/\d{1,12}\/deploy\/http\?token=([A-Za-z0-9]{20,80})/],
      ['webhooks.amplify.', /[^\s"'<>&]{1,80}&(?:amp;)?token=([A-Za-z0-9%]{20,120})/],
      ['hub.docker.com/api/build/v1/source/', /[0-9a-f-]{36}\/trigger\/([0-9a-f-]{36})/],
    ],
  }),
];
