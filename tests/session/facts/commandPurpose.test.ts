import { describe, expect, it } from 'vitest';
import { commandName, commandPurpose, onlyReads } from '../../../src/session/facts/commandPurpose.ts';

const examples = {
  test: [
    'npm test',
    'cd frontend && npx tsc --noEmit',
    'pnpm exec vitest run src/a.test.ts',
    'npm --prefix web run typecheck',
    'pnpm -r build',
    'yarn lint:fix',
    'CI=1 npm run test:e2e 2>&1 | tail -20',
    'python3 -m pytest -q',
    'timeout 60 pytest',
    'uv run ruff check .',
    'ruff format --check src',
    'npm run ci',
    'yarn ci',
    'cargo clippy --all',
    'go vet ./...',
    './gradlew test',
    'make lint',
    'bash -lc "cd app && cargo test"',
    'Bash(npx tsc --noEmit)',
    'git diff && npm test > log.txt',
    '(source .venv/bin/activate && pytest -x)',
    'bun --filter @memo/core build',
  ],
  read: [
    'ls -la',
    'git status',
    'git -C app log --oneline | head',
    'grep -r "x" src | wc -l',
    'sed -n 1,20p a.ts',
    'find . -name "*.ts" 2>/dev/null',
    'curl -s https://example.com',
    'node --version',
    'docker ps',
    'gh pr view 3',
    'cat a.ts | jq .',
    'npm ls react',
    'bash -c "rg foo"',
    'gh api repos/memo/board',
    'uv run pytest --markers',
    'python3 -m pytest --collect-only -q',
  ],
  change: [
    'mkdir -p a/b',
    'git commit -m "run the tests"',
    'git checkout main',
    'npm install',
    'npm ci',
    'pnpm -r ci',
    'ruff format src',
    'npm run dev',
    'pnpm add zod',
    'sed -i s/a/b/ a.ts',
    'find . -name "*.tmp" -delete',
    'curl -X POST https://example.com',
    'echo hi > a.txt',
    'cat > a.test.ts <<EOF\nnpm test\nEOF',
    'python3 main.py',
    'bash deploy.sh',
    'cp a b',
    'gh api repos/memo/board/issues -f title=x',
  ],
  other: ['cd app', 'export A=1', 'sleep 5', 'A=1', ''],
} as const;

describe.each(Object.entries(examples))('commandPurpose: %s', (kind, commands) => {
  it.each(commands)('is the purpose of %s', (command) => expect(commandPurpose(command)).toBe(kind));
});

describe('onlyReads', () => {
  it.each([
    'ls -la',
    "sed -n '1,200p' a.ts",
    "rg -n 'a|b; c' src | head -n 20",
    'cd /srv && git status --short && git diff --stat',
    'cat a 2>/dev/null || true',
    "nl -ba a | sed -n '1,9p'",
    'Get-Content a.md | Select-Object -First 5',
    'find . -name x',
    'git log --oneline -5',
    'git branch',
  ])('is true for %s', (script) => expect(onlyReads(script)).toBe(true));

  it.each([
    '',
    'rm -rf x',
    "sed -i 's/a/b/' a.ts",
    'cat a > b',
    'ls && pnpm test',
    'echo $(rm x)',
    'cat `x`',
    'find . -delete',
    'git commit -m x',
    'git branch -D x',
    'sort -o a a',
    "cat 'unclosed",
    'env X=1 rm a',
    'cat <<EOF',
    'node a.js',
  ])('is false for %s', (script) => expect(onlyReads(script)).toBe(false));
});

describe('a hostile command', () => {
  it.each([
    ['quotes', '"'],
    ['quoted substitutions', '"$('],
    ['escaped quotes', '"\\'],
    ['operators', '|'],
    ['redirections', '> '],
    ['parentheses', 'x('],
    ['dashes', '-'],
    ['assignments', 'a='],
    ['here-documents', '<<'],
    ['here-documents that never end', '<<a\nb\n'],
  ])('takes linear time if it consists of %s', (_, part) => {
    const took = (length: number): number => {
      const command = part.repeat(length / part.length);
      const before = process.cpuUsage();
      for (let n = 0; n < 20; n += 1) {
        commandPurpose(command);
        onlyReads(command);
      }
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    // The processor's time, not the clock's, and the least of several tries. Commands are cut at a length, beyond which nothing is read.
    const quickest = (length: number): number => Math.min(...Array.from({ length: 5 }, () => took(length)));
    quickest(2000);
    expect(quickest(200_000)).toBeLessThan(20 * quickest(2000) + 50);
  });

  it('is no look if a substitution inside quotes runs another command', () => {
    expect(commandPurpose('echo "$(rm -r build)"')).toBe('change');
    expect(commandPurpose('echo `rm -r build`')).toBe('change');
    expect(onlyReads('echo "$HOME"')).toBe(false);
  });
});

it.each([
  ['pnpm test src/a.test.ts', 'pnpm test'],
  ['cd web && npm --prefix web run typecheck', 'npm typecheck'],
  ['pnpm exec tsc -p .', 'tsc'],
  ['npx vitest run', 'vitest'],
  ["bash -lc 'cd x && cargo test --all'", 'cargo test'],
  ['git -c a=b commit -m "x"', 'git commit'],
  ['python3 -m pytest -q', 'pytest'],
  ['uv run pytest', 'pytest'],
  ['node scripts/build.js', 'node build.js'],
  ['ls -la && grep -n x y', 'ls'],
  ['/usr/bin/rg foo', 'rg'],
  ['FOO=1 make check', 'make check'],
  ['GOCACHE=$(pwd)/.gobuild-cache GOPROXY=off go test ./...; echo EXIT:$?', 'go test'],
  ['(cd web && A=$(cat a b) npm test)', 'npm test'],
  ['cd somewhere', 'cd'],
  ['', undefined],
])('names the command %j %j', (command, name) => {
  expect(commandName(command)).toBe(name);
});
