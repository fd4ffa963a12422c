import type { SourceRef } from '../../session/index.ts';
import type { Assembly } from '../assembly.ts';
import type { Converter, SourceOutline, Verdict } from '../contract.ts';
import { isJsonObject } from '../read/jsonObject.ts';
import type { WfReason } from './detect.ts';
import { Log } from './log.ts';
import { Project } from './project.ts';
import { logLocation, readEvent, recordType, recordTypes, stepFileLocation, type WfRecord } from './records.ts';
import { readStepFile } from './steps.ts';
import { Transcripts } from './transcripts.ts';

/** Each run of a task becomes a session: its steps are the calls, the agents' transcripts sub-sessions of theirs. */
export function createWfConverter(
  assembly: Assembly,
  { names, joined = [], hints, knownRecords }: SourceOutline,
): Converter<WfRecord, WfReason> {
  const [primary = ''] = names;
  const project = new Project((stepFileLocation(primary) ?? logLocation(primary)).task, names);
  const transcripts = new Transcripts(assembly, names, joined, knownRecords);
  const log = new Log(assembly, project, transcripts, hints);
  const ran = names.some((name) => name.endsWith('.jsonl') || stepFileLocation(name) !== undefined);
  return {
    record(record, ref) {
      if (!ran) return { ignored: 'no_run' };
      switch (record.is) {
        case 'config':
          return project.readConfig(record.name, record.value) ? 'converted' : noConfig;
        case 'status':
          return project.readStatus(record.value, ref) ? 'converted' : noStatus;
        case 'task':
          project.readTask(record.value, ref);
          return 'converted';
        case 'step':
          return convertStepFile(log, record.name, record.value, ref);
        case 'joined':
          return transcripts.record(record.run, record.value, ref, () => log.fallbackKey());
        case 'log':
          return convertEvent(log, record.value, ref);
      }
    },
    end() {
      transcripts.end();
      log.end();
    },
  };
}

const noConfig = { dropped: 'malformed-record', message: 'The file defines no workflow.' } as const;
const noStatus = { dropped: 'malformed-record', message: 'The file holds no states of tasks.' } as const;

function convertEvent(log: Log, value: unknown, ref: SourceRef): Verdict<WfReason> {
  const event = readEvent(value);
  if (event !== undefined) {
    log.handle(event, ref);
    return 'converted';
  }
  const type = isJsonObject(value) ? recordType(value) : undefined;
  if (type === undefined || recordTypes.has(type)) {
    return { dropped: 'malformed-record', message: 'The record lacks a type, or the number of its step.' };
  }
  log.keepUnknown(type, value, ref);
  return 'unknown';
}

function convertStepFile(log: Log, name: string, value: unknown, ref: SourceRef): Verdict<WfReason> {
  const location = stepFileLocation(name);
  const file = readStepFile(value);
  if (location === undefined || file === undefined) {
    return { dropped: 'malformed-record', message: 'The file is no log of a step.' };
  }
  log.handleStepFile(location.number - 1, file, ref);
  return 'converted';
}
