import { defineAgentReplay } from './AgentReplayElement.ts';
import { elementStyles } from './elementStyles.ts';

export type { AgentReplayElement, AgentReplayEvents, AgentReplayMoment } from './AgentReplayElement.ts';

defineAgentReplay(elementStyles);
