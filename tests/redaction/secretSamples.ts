import { commandSamples } from './samples/commandSamples.ts';
import { givenSamples } from './samples/givenSamples.ts';
import type { SecretSample } from './samples/secretSample.ts';
import { shapedSamples } from './samples/shapedSamples.ts';

export type { SecretSample } from './samples/secretSample.ts';

/** At least one secret for every rule of the kit. */
export const secretSamples: readonly SecretSample[] = [...shapedSamples, ...givenSamples, ...commandSamples];
