import type { Meta, StoryObj } from '@storybook/react-vite';
import { contextShapes } from '../../src/components/icons/ContextMark.tsx';
import { iconShapes } from '../../src/components/icons/iconShapes.ts';
import { AgentMark, ContextMark, Icon, type IconName } from '../../src/components/index.ts';
import type { ContextType } from '../../src/session/index.ts';
import './foundation.css';

const meta = {
  title: 'Foundation/Icons',
  component: Icon,
  parameters: { room: 'around' },
  argTypes: {
    name: { control: 'select', options: Object.keys(iconShapes), table: { type: { summary: 'IconName' } } },
  },
  args: { name: 'terminal' },
} satisfies Meta<typeof Icon>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Every icon at its own size, with its name. */
export const All: Story = {
  tags: ['visual'],
  render: () => (
    <ul className="story-icons">
      {(Object.keys(iconShapes) as IconName[]).map((name) => (
        <li key={name}>
          <Icon name={name} />
          {name}
        </li>
      ))}
    </ul>
  ),
};

/** The nine types of context, by relevance: filled, outlined, outlined and dotted. */
export const ContextTypes: Story = {
  tags: ['visual'],
  render: () => (
    <ul className="story-icons">
      {(Object.keys(contextShapes) as ContextType[]).map((type) => (
        <li key={type}>
          <ContextMark type={type} />
          <ContextMark type={type} relevance="medium" />
          <ContextMark type={type} relevance="low" />
          {type}
        </li>
      ))}
    </ul>
  ),
};

const agents = [
  'claude-code',
  'codex',
  'copilot-cli',
  'cursor',
  'gemini-cli',
  'kimi',
  'kiro-cli',
  'opencode',
  'pi',
  'qwen-code',
  'std001',
];

/** The agents whose logs are read, and the icon for any other. */
export const Agents: Story = {
  tags: ['visual'],
  render: () => (
    <ul className="story-icons">
      {agents.map((agent) => (
        <li key={agent}>
          <AgentMark of={agent} />
          {agent}
        </li>
      ))}
    </ul>
  ),
};
