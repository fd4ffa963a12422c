import type { ReactElement } from 'react';
import * as kit from '../../../src/components/index.ts';
import { inPlace } from '../../../src/components/shared/inPlace.ts';
import { indexSession, phaseBlocks, positionOf } from '../../../src/replay/index.ts';
import type { ContentRef, Session } from '../../../src/session/index.ts';
import { sessionsInMemory } from '../../../src/session/list/sessionsInMemory.ts';
import { scope } from '../../../stories/data/builders.ts';
import * as storyCalls from '../../../stories/data/calls.ts';
import * as changes from '../../../stories/data/changes.ts';
import * as events from '../../../stories/data/events.ts';
import { linkedSession, nineTypes } from '../../../stories/data/linkedSession.ts';
import * as messages from '../../../stories/data/messages.ts';
import { planned as plannedSession } from '../../../stories/data/plannedSession.ts';
import { replaySession } from '../../../stories/data/replaySession.ts';
import { session } from '../../../stories/data/session.ts';
import { workflow } from '../../../stories/data/workflowSession.ts';
import { plantNames, plantSecrets, secretLine, secretText } from './plantedSecrets.ts';

const planted = plantSecrets(replaySession);
const index = indexSession(planted);
const end = positionOf(index, index.items.length - 1);
const all = new Set(index.items.map(({ id }) => id));
const content: ContentRef = {
  pointer: '/output/result/text',
  sha256: '0'.repeat(64),
  bytes: 91_200,
  lines: 900,
  path: 'x.content/0.txt',
};
/** Long enough to be masked in steps; the key's block lies across two of them. */
const longText = `${'2026-01-01 04:12 3.41\n'.repeat(2900)}${secretText}\n${'2026-01-01 04:12 3.41\n'.repeat(8000)}`;

/** Exports that are no component, and so show nothing. */
const others = new Set([
  'callRowHeight',
  'chinese',
  'createFormatters',
  'createHashRouter',
  'createQueryRouter',
  'english',
  'readReplayLink',
  'toolFamily',
  'prepareMasking',
  'useKeptNotes',
  'useKit',
  'useReplayKeys',
  'writeReplayLink',
]);

/** Names of everything the kit exports that can be drawn. */
export const componentNames: readonly string[] = Object.keys(kit).filter((name) => !others.has(name));

const calls = Object.values(storyCalls).map((each) => plantSecrets(each));
const many = (views: readonly ReactElement[]): ReactElement => <>{inPlace(views, (view) => view)}</>;
const linked = indexSession(plantSecrets(linkedSession));
/** What the links of a list say is names, places and what was quoted. */
const namedLinks = indexSession(plantNames(linkedSession, ['tool_name', 'command', 'pattern']));
/** Files whose whole contents are known. */
const written = indexSession({
  ...planted,
  events: [],
  sub_sessions: [],
  tool_calls: calls.filter(({ tool_name }) => tool_name === 'Write'),
});
const runs = planted.sub_sessions;
const monitored = plantSecrets({
  ...replaySession,
  extensions: {
    frago: { status: { state: 'running', last_message: 'It runs.' }, summary: { model: 'm', last_message: 'It ran.' } },
  },
});
const imported: Session = {
  ...session,
  inferred: [secretLine],
  provenance: {
    source_format: secretLine,
    sources: [{ name: `${secretLine}/a.jsonl`, sha256: '0'.repeat(64), bytes: 12, records: 3 }],
    account: { records: 3, converted: 2, unknown: 0, ignored: { [secretLine]: 1 }, dropped: 0 },
    diagnostics: { [secretLine]: 1 },
    redactions: { [secretLine]: 1 },
  },
};
const block = phaseBlocks(index).find(({ annotation }) => annotation !== undefined);
const files = () => plantSecrets([{ path: 'src/a.ts', reason: 'it is named', used: true, from: 'recorded' as const }]);

/** One session of a list, whose title, project, model and tools hold secrets. */
const listed = plantSecrets({
  session_id: 's',
  task_title: 'Find the hour',
  status: 'success',
  created_at: session.created_at,
  total_duration_ms: 1000,
  model_id: 'm',
  tool_calls_count: 2,
  failed_calls_count: 1,
  source_format: 'wf',
  project: '/home/demo/tides',
  active_ms: 900,
  tokens: 12,
  models: [{ model: 'm', input: 10, output: 2 }],
  failing_tools: [{ tool: 'Bash', n: 1 }],
  longest_call: { tool: 'Bash', ms: 300 },
});

/** Every component of the kit, with secrets in whatever it can show, folded open where it folds. */
export const everyView: Readonly<Record<string, () => ReactElement>> = {
  CategoryLegend: () => <kit.CategoryLegend index={index} />,
  Checklist: () => (
    <kit.Checklist
      plan={plantSecrets(events.planNow)}
      changes={plantSecrets(events.planChanges)}
      scope={scope}
      defaultOpen
    />
  ),
  CommandCard: () =>
    many(
      calls.map((call) => (
        <kit.CommandCard key={call.call_id} call={call} scope={scope} previousWorkdir={secretLine} />
      )),
    ),
  ContextLegend: () => <kit.ContextLegend counts={{ rule: 2 }} />,
  ContextLinkList: () =>
    many(
      namedLinks.items.map(({ index: item }) => (
        <kit.ContextLinkList key={item} index={namedLinks} item={item} scope={scope} onSelect={() => undefined} />
      )),
    ),
  ContextLinks: () => (
    <kit.Timeline
      index={linked}
      gutter={(sight) => <kit.ContextLinks index={linked} sight={sight} show="all" />}
      style={{ height: 900 }}
    />
  ),
  AgentMark: () => <kit.AgentMark of="codex" />,
  ContextMarkers: () => <kit.ContextMarkers context={plantSecrets(nineTypes)} look="list" scope={scope} />,
  ContextMark: () => <kit.ContextMark type="rule" relevance="high" />,
  CopyButton: () => <kit.CopyButton text={secretText} />,
  DiffView: () =>
    many([
      ...[changes.patch, changes.deleted, changes.renamed].map((patch) => (
        <kit.DiffView key={patch.path} source={plantSecrets(patch)} />
      )),
      <kit.DiffView key="texts" source={{ before: `a\n${secretText}`, after: `b\n${secretText}\nc` }} />,
    ]),
  FileLocation: () => <kit.FileLocation path={`/srv/${secretLine}/a.ts`} line={4} />,
  Icon: () => <kit.Icon name="copy" label="copy" />,
  IdleRow: () => <kit.IdleRow idleMs={90_000} />,
  KitProvider: () => (
    <kit.KitProvider language="zh" theme="dark">
      <kit.Markdown text={secretText} />
    </kit.KitProvider>
  ),
  Markdown: () => (
    <kit.Markdown text={`# Keys\n\n${secretLine}\n\n\`\`\`sh\n${secretText}\n\`\`\`\n\n[x](https://h.example/?q=1)`} />
  ),
  ImportReport: () => <kit.ImportReport session={imported} />,
  MessageCard: () =>
    many(
      [messages.answered, messages.rich, messages.hookContext, messages.withAttachments, messages.longMessage].map(
        (message) => (
          <kit.MessageCard key={message.event_id} message={plantSecrets(message)} scope={scope} defaultOpen />
        ),
      ),
    ),
  MonitorStatus: () => many([<kit.MonitorStatus key="frago" session={monitored} />, <p key="quiet" />]),
  NoticeRow: () =>
    many(
      [...events.notices, events.unknownRecord].map((notice) => (
        <kit.NoticeRow key={notice.event_id} notice={plantSecrets(notice)} defaultOpen />
      )),
    ),
  PhaseBlock: () =>
    block === undefined ? <p /> : <kit.PhaseBlock block={block} files={files} scope={scope} defaultOpen />,
  PhaseStrip: () => <kit.PhaseStrip index={index} position={end} onGo={() => undefined} />,
  PlanReview: () => <kit.PlanReview session={plantSecrets(plannedSession)} />,
  ReplayProvider: () => (
    <kit.ReplayProvider session={planted}>
      <kit.TransportBar />
    </kit.ReplayProvider>
  ),
  SessionCard: () => <kit.SessionCard session={plantSecrets(session)} activeMs={1000} />,
  SessionCompare: () => (
    <kit.SessionCompare
      left={planted}
      right={plantSecrets({ ...replaySession, tool_calls: replaySession.tool_calls.slice(2) })}
      style={{ height: 3000 }}
    />
  ),
  SessionList: () => <kit.SessionList sessions={[listed]} style={{ height: 300 }} />,
  SessionReplay: () => <kit.SessionReplay session={planted} options={{ at: 'end' }} style={{ height: 3000 }} />,
  SessionSearch: () => <kit.SessionSearch index={index} defaultQuery="curl" scope={scope} style={{ height: 900 }} />,
  SessionProfile: () => (
    <>
      <kit.SessionProfile index={index} onSearch={() => undefined} onSelect={() => undefined} />
      <kit.SessionProfile index={index} by="command" />
      <kit.SessionProfile index={index} by="file" />
    </>
  ),
  SessionOverview: () => <kit.SessionOverview source={sessionsInMemory([listed])} onSelect={() => undefined} />,
  SessionOutline: () => <kit.SessionOutline index={index} onGo={() => undefined} />,
  SessionBrief: () => <kit.SessionBrief index={index} onSelect={() => undefined} />,
  ReplayNotes: () => (
    <kit.ReplayNotes
      index={index}
      notes={[
        {
          id: 'note-1',
          on: { kind: 'item', item: index.items[0]?.id ?? '' },
          text: secretText,
          author: secretLine,
          created_at: '2026-01-01T04:12:00Z',
        },
        {
          id: 'note-2',
          on: { kind: 'line', item: index.items[1]?.id ?? '', path: `${secretLine}/a.ts`, side: 'new', line: 3 },
          text: secretLine,
          created_at: '2026-01-01T04:13:00Z',
        },
      ]}
      onNotesChange={() => undefined}
      places={[{ kind: 'item', item: index.items[0]?.id ?? '' }]}
      onGo={() => undefined}
      scope={scope}
    />
  ),
  SessionFiles: () => (
    <kit.SessionFiles
      index={written}
      position={positionOf(written, written.items.length - 1)}
      scope={scope}
      onSelect={() => undefined}
    />
  ),
  StatePanel: () => (
    <kit.StatePanel index={index} position={end} scope={scope} onSelect={() => undefined} defaultOpen />
  ),
  StepChain: () => (
    <kit.StepChain session={plantNames(plantSecrets(workflow), ['name', 'run'])} onSelect={() => undefined} />
  ),
  SubagentCard: () =>
    many(
      runs.map(({ sub_session_id }) => (
        <kit.SubagentCard key={sub_session_id} session={planted} subagent={sub_session_id} scope={scope} defaultOpen />
      )),
    ),
  SubagentTimeline: () =>
    many(
      runs.map((run) => <kit.SubagentTimeline key={run.sub_session_id} session={planted} run={run} scope={scope} />),
    ),
  Tag: () => <kit.Tag>plain</kit.Tag>,
  TerminalOutput: () =>
    many([
      <kit.TerminalOutput key="short" text={`\u001b[31m${secretText}\u001b[0m`} title="stdout" />,
      <kit.TerminalOutput key="steps" text={longText} defaultOpen />,
      <kit.TerminalOutput key="whole" text="the start" content={content} href="content/0.txt" />,
    ]),
  ThinkingNote: () => <kit.ThinkingNote thinking={plantSecrets(events.thought)} defaultOpen />,
  Timeline: () => (
    <kit.Timeline index={index} position={end} expanded={all} startAt="top" scope={scope} style={{ height: 6000 }} />
  ),
  TimelineLanes: () => (
    <kit.ReplayProvider session={planted}>
      <kit.TimelineLanes style={{ height: 600 }} />
    </kit.ReplayProvider>
  ),
  ToolCallCard: () =>
    many(
      calls.map((call) => <kit.ToolCallCard key={call.call_id} call={call} scope={scope} onSelect={() => undefined} />),
    ),
  ToolCallDetail: () => many(calls.map((call) => <kit.ToolCallDetail key={call.call_id} call={call} scope={scope} />)),
  TransportBar: () => (
    <kit.ReplayProvider session={planted} options={{ at: 'end' }}>
      <kit.TransportBar defaultOpen />
    </kit.ReplayProvider>
  ),
  UsageBadge: () => <kit.UsageBadge usage={{ input: 12, output: 4 }} detail="full" />,
  WorkdirPath: () => <kit.WorkdirPath path={`/srv/${secretLine}`} previous={`/${secretLine}`} />,
};
