/** Lets the page draw and hear its reader. A message, because timers that follow each other wait 4 ms each. */
export function rest(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
