/** What the page of exported replays takes from the custom element. */
export { defineAgentReplay } from './AgentReplayElement.ts';
export { useLoadedReplay } from './useLoadedReplay.ts';
export { useNotesStore } from './useNotesStore.ts';
