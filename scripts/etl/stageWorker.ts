// A thread of `pnpm etl --jobs`: converts the sources it is sent, one after the other.
import { parentPort, workerData } from 'node:worker_threads';
import { adapterById } from '../../src/adapters/index.ts';
import { createRedactor, parseSecretRules } from '../../src/redaction/index.ts';
import { errorText } from '../../src/session/text/errorText.ts';
import { foundFile } from './foundFile.ts';
import type { StageAnswer, StageJob, StageSetting } from './stageJob.ts';
import { stageSource } from './stageSource.ts';

const { nonce, annotate, zone, redact, rules } = workerData as StageSetting;
const redactor = redact ? createRedactor({ extra: parseSecretRules(rules ?? '[]') }) : undefined;

async function stage({ number, folder, format, files, joined, ancestors, startedAt }: StageJob): Promise<StageAnswer> {
  try {
    const adapter = adapterById(format);
    if (adapter === undefined) throw new Error(`There is no adapter ${format}.`);
    const source = {
      adapter,
      files: files.map(foundFile),
      ...(joined === undefined ? {} : { joined }),
      ...(ancestors === undefined ? {} : { ancestors: ancestors.map(foundFile) }),
    };
    const options = { folder, nonce, annotate, zone, redactor, startedAt, whole: false };
    const staged = await stageSource(source, options, String(number));
    return { is: 'staged', staged };
  } catch (error) {
    return { is: 'failed', message: errorText(error) };
  }
}

parentPort?.on('message', (job: StageJob) => {
  void stage(job).then((answer) => parentPort?.postMessage(answer));
});
