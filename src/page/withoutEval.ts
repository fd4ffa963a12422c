import { config } from 'zod';

// The page's policy forbids code made of text, and zod tries for it whenever it makes its first schema: browsers would report that.
config({ jitless: true });
