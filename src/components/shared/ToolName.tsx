'use client';
import type { ReactElement } from 'react';
import { toolLabel } from '../icons/toolLabel.ts';
import { OneLine } from './OneLine.tsx';

/** Props of {@link ToolName}. */
export interface ToolNameProps {
  name: string;
}

/** A tool's name as the log has it; the name of an MCP tool follows that of its server. */
export function ToolName({ name }: ToolNameProps): ReactElement {
  const label = toolLabel(name);
  if (label.server === undefined) return <OneLine className="ark-tool-name" translate="no" text={label.name} />;
  return (
    <span className="ark-tool-name" data-parts="" translate="no">
      <span className="ark-tool-name__server">
        <OneLine text={label.server} />{' '}
      </span>
      <OneLine text={label.name} />
    </span>
  );
}
