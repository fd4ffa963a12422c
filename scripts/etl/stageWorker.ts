// A thread of `pnpm etl --jobs`: converts the sources it is sent, one after the other.
import { parentPort, workerData } from 'node:worker_threads';
import { adapterById } from '../../src/adapters/index.ts';
import { createRedactor, parseSecretRules } from '../../src/redaction/index.ts';
import { errorText } from '../../src/session/text/errorText.ts';
import { foundSource } from './foundFile.ts';
import type { StageAnswer, StageJob, StageSetting } from './stageJob.ts';
import { stageSource } from './stageSource.ts';

const { redact, rules } = workerData as Pick<StageSetting, 'redact' | 'rules'>;
const redactor = redact ? createRedactor({ extra: parseSecretRules(rules ?? '[]') }) : undefined;

async function stage({ source, format, name, options }: StageJob): Promise<StageAnswer> {
  try {
    const adapter = adapterById(format);
    if (adapter === undefined) throw new Error(`There is no adapter ${format}.`);
    const staged = await stageSource(foundSource(source, adapter), { ...options, redactor }, name);
    return { is: 'staged', staged };
  } catch (error) {
    return { is: 'failed', message: errorText(error) };
  }
}

parentPort?.on('message', (job: StageJob) => {
  void stage(job).then((answer) => parentPort?.postMessage(answer));
});
