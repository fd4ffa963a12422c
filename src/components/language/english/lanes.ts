import type { MessageText } from '../messages.ts';

/** What the lanes of agents say. */
export const lanes = {
  lanes: 'Lanes',
  'lanes.main': 'Main agent',
  'lanes.subagent': 'Subagent',
  'lanes.toFirst': 'Back to the first lanes',
  'lanes.height': 'Height of the lanes',
  'lanes.running': '{name} is running',
  'lanes.whole': 'Whole session',
  'lanes.view': 'View',
  'lanes.panBack': 'Earlier',
  'lanes.panOn': 'Later',
  'lanes.zoomIn': 'Zoom in',
  'lanes.zoomOut': 'Zoom out',
  'lanes.showWhole': 'Show the whole session',
  'lanes.viewFrom': 'Start of the view',
  'lanes.viewTo': 'End of the view',
  'lanes.expand': { one: 'Show {n} lane below {agent}', other: 'Show {n} lanes below {agent}' },
  'lanes.collapse': { one: 'Hide {n} lane below {agent}', other: 'Hide {n} lanes below {agent}' },
  'lanes.more': { one: '{n} more lane', other: '{n} more lanes' },
  'lanes.stretch': '{from} – {to}',
  'lanes.zoomToStretch': 'Zoom to it',
  'lanes.clearStretch': 'Select nothing',
  'lanes.together': { one: 'and {n} more call here', other: 'and {n} more calls here' },
  'lanes.help':
    'Arrow keys go from call to call, Enter goes to the call. Plus and minus zoom, A and D move the view, F shows the whole session. Shift with the arrow keys selects a stretch, Z zooms to it.',
} as const satisfies Record<string, MessageText>;
