#!/usr/bin/env node
// The package's command. It asks for its Node before anything is loaded that an older one does not know.
const oldestMajor = 22;

const [major] = process.versions.node.split('.').map(Number);
if (major === undefined || major < oldestMajor) {
  console.error(`agent-replay needs Node ${oldestMajor} or newer; this is Node ${process.versions.node}.`);
  process.exit(2);
}
await import('./agent-replay/runCommand.ts');

export {};
