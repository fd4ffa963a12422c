import { createElement, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import {
  Checklist,
  CommandCard,
  ContextLegend,
  ContextLinkList,
  ContextMarkers,
  DiffView,
  FileLocation,
  IdleRow,
  ImportReport,
  KitProvider,
  MessageCard,
  MonitorStatus,
  NoticeRow,
  PlanReview,
  SessionCard,
  StepChain,
  SubagentCard,
  TerminalOutput,
  ThinkingNote,
  ToolCallCard,
  ToolCallDetail,
  UsageBadge,
  WorkdirPath,
} from '../../src/components/index.ts';
import { createRedactor } from '../../src/redaction/index.ts';
import { indexSession } from '../../src/replay/index.ts';
import { scope } from '../../stories/data/builders.ts';
import * as calls from '../../stories/data/calls.ts';
import * as changes from '../../stories/data/changes.ts';
import { compaction, planChanges, planNow, thought, unknownRecord } from '../../stories/data/events.ts';
import { hostileCalls, hostileMessage } from '../../stories/data/hostile.ts';
import { linkedSession, nineTypes } from '../../stories/data/linkedSession.ts';
import { answered, withAttachments } from '../../stories/data/messages.ts';
import * as outputs from '../../stories/data/outputs.ts';
import { planned } from '../../stories/data/plannedSession.ts';
import { replaySession } from '../../stories/data/replaySession.ts';
import { session, sparseSession } from '../../stories/data/session.ts';
import { workflow } from '../../stories/data/workflowSession.ts';

const linkedIndex = indexSession(linkedSession);

const printed = (text: string): ReactElement => createElement(TerminalOutput, { text, defaultOpen: true });

const views: [string, ReactElement][] = [
  ...[...Object.values(calls), ...hostileCalls].flatMap((call): [string, ReactElement][] => [
    [`ToolCallCard ${call.call_id}`, createElement(ToolCallCard, { call, scope })],
    [`ToolCallDetail ${call.call_id}`, createElement(ToolCallDetail, { call })],
  ]),
  ...[...Object.values(calls), ...hostileCalls].map((call): [string, ReactElement] => [
    `CommandCard ${call.call_id}`,
    createElement(CommandCard, { call, scope, previousWorkdir: '/' }),
  ]),
  ...Object.entries({ patch: changes.patch, renamed: changes.renamed, hostile: changes.hostilePatch }).map(
    ([name, source]): [string, ReactElement] => [`DiffView, ${name}`, createElement(DiffView, { source })],
  ),
  ['DiffView of texts', createElement(DiffView, { source: changes.tablePair(2000) })],
  ...Object.entries({ colours: outputs.palette, long: outputs.testRun(2000), hostile: outputs.hostileOutput }).map(
    ([name, text]): [string, ReactElement] => [`TerminalOutput, ${name}`, printed(text)],
  ),
  ['FileLocation', createElement('div', { className: 'ark' }, createElement(FileLocation, { path: 'a.ts', line: 1 }))],
  ['WorkdirPath', createElement(WorkdirPath, { path: '/home/mara', previous: '/' })],
  ['MessageCard', createElement(MessageCard, { message: answered, scope })],
  ['MessageCard with attachments', createElement(MessageCard, { message: withAttachments })],
  ['MessageCard, hostile', createElement(MessageCard, { message: hostileMessage })],
  ['ThinkingNote', createElement(ThinkingNote, { thinking: thought, defaultOpen: true })],
  ['NoticeRow', createElement(NoticeRow, { notice: compaction })],
  ['NoticeRow, unknown', createElement(NoticeRow, { notice: unknownRecord, defaultOpen: true })],
  ['IdleRow', createElement(IdleRow, { idleMs: 1000 })],
  ['Checklist', createElement(Checklist, { plan: planNow, changes: planChanges, defaultOpen: true })],
  ['ContextMarkers', createElement(ContextMarkers, { context: nineTypes, look: 'list' })],
  ['ContextLegend', createElement(ContextLegend, {})],
  ['ContextLinkList', createElement(ContextLinkList, { index: linkedIndex, item: 6 })],
  ['ImportReport', createElement(ImportReport, { session: workflow })],
  ['MonitorStatus', createElement(MonitorStatus, { session: { ...planned, extensions: { frago: { metadata: {} } } } })],
  ['PlanReview', createElement(PlanReview, { session: planned })],
  ['StepChain', createElement(StepChain, { session: workflow })],
  ['SubagentCard', createElement(SubagentCard, { session: replaySession, subagent: 'sub-001', defaultOpen: true })],
  ['UsageBadge', createElement(UsageBadge, { usage: {} })],
  ['SessionCard', createElement(SessionCard, { session })],
  ['SessionCard, sparse', createElement(SessionCard, { session: sparseSession })],
];

test.each(views)('%s renders on the server, with and without a provider', (_, view) => {
  expect(renderToString(view)).toContain('class="ark');
  const within = createElement(KitProvider, { theme: 'dark', language: 'zh' }, view);
  expect(renderToString(within)).toMatch(/^<div class="ark-kit" data-theme="dark" lang="zh-CN">/);
});

test('a message is plain text on the server, until its renderer has loaded', async () => {
  // The tests above have asked for the renderer: on a busy machine it has come by now.
  vi.resetModules();
  const fresh = await import('../../src/components/index.ts');
  const card = createElement(fresh.MessageCard, { message: answered });
  const page = renderToString(createElement(fresh.KitProvider, { redact: createRedactor() }, card));
  expect(page).toContain('reads the offset **once**');
});

test('hostile text never becomes markup', () => {
  const page = views.map(([, view]) => renderToString(view)).join('');
  expect(page).not.toMatch(/<(?:script|img|iframe|b )/);
  expect(page).not.toMatch(/href="(?!content\/|https?:)/);
});
