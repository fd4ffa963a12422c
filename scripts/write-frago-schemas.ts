// Writes the JSON Schemas of Frago's entities to schemas/.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fragoJsonSchemas } from '../src/adapters/frago/index.ts';

const folder = join(import.meta.dirname, '../schemas');
mkdirSync(folder, { recursive: true });
for (const [name, text] of fragoJsonSchemas()) writeFileSync(join(folder, name), text);
