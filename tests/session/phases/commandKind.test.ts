import { describe, expect, it } from 'vitest';
import { commandKind } from '../../../src/session/phases/commandKind.ts';

const examples = {
  verify: [
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
  ],
  write: [
    'mkdir -p a/b',
    'git commit -m "run the tests"',
    'git checkout main',
    'npm install',
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
  neutral: ['cd app', 'export A=1', 'sleep 5', 'A=1', ''],
} as const;

describe.each(Object.entries(examples))('commands that %s', (kind, commands) => {
  it.each(commands)('%s', (command) => expect(commandKind(command)).toBe(kind));
});
