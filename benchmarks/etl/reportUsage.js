// Loaded into a measured process: reports at its end what it used. Plain JavaScript, because loading the type stripper would count.
import { writeSync } from 'node:fs';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = { cpu: (userCPUTime + systemCPUTime) / 1e6, peakMb: maxRSS / 1024 };
  writeSync(2, `\nUSAGE ${JSON.stringify(usage)}\n`);
});
