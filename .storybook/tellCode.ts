import type { Decorator } from '@storybook/react-vite';
import { emitTransformCode, useEffect } from 'storybook/preview-api';

/** Tells the panel beside the story what the page of documentation says of its code, once the story is there. */
export const tellCode: Decorator = (Story, context) => {
  const source: unknown = context.parameters.docs?.source?.originalSource;
  useEffect(() => {
    if (typeof source !== 'string' || context.parameters.__isPortableStory === true) return undefined;
    const later = requestIdleCallback(() => void emitTransformCode(source, context));
    return () => cancelIdleCallback(later);
  });
  return Story();
};
