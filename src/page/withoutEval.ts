import { config } from 'zod';

// The page's policy forbids code made of text, and zod tries for it whenever it makes its first schema: browsers would report that.
// A module of its own and the first that is imported, because schemas are made while modules load.
config({ jitless: true });
