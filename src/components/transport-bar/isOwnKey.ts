/** Elements that write with keys. */
const writes =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), input:not([type="radio"], [type="checkbox"], [type="range"], [type="button"])';
/** Elements that are pressed with Space or Enter, and groups that are walked with arrows. */
const pressed = 'button, a[href], summary, input, [role="button"], [role="switch"]';
const walked = 'input[type="radio"], input[type="range"], [role="slider"], [role="dialog"]';

/** Whether what has the focus needs a key for itself, so that nothing around it may take it. */
export function isOwnKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(writes) !== null) return true;
  if ((key === ' ' || key === 'Enter') && target.closest(pressed) !== null) return true;
  return (key.startsWith('Arrow') || key === 'Home' || key === 'End') && target.closest(walked) !== null;
}
