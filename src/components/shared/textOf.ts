import { Children, isValidElement, type ReactNode } from 'react';

/** The plain text inside rendered nodes. */
export function textOf(nodes: ReactNode): string {
  let text = '';
  Children.forEach(nodes, (node) => {
    if (typeof node === 'string' || typeof node === 'number') text += String(node);
    else if (isValidElement<{ children?: ReactNode }>(node)) text += textOf(node.props.children);
  });
  return text;
}
