/** What the page of exported replays takes from the custom element. */
export { defineAgentReplay } from './AgentReplayElement.ts';
export { useLoadedReplay, useNotesStore } from './useLoadedReplay.ts';
