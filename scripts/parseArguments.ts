import { type ParseArgsConfig, parseArgs } from 'node:util';
import { errorText } from '../src/session/text/errorText.ts';

/** Parses a command line; for an invalid one, prints the usage and ends the process with exit code 2. */
export function parseArguments<const Config extends ParseArgsConfig>(
  config: Config,
  usage: string,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    console.error(`${errorText(error)}\n\n${usage}`);
    process.exit(2);
  }
}
