import { ReplayProvider, TimelineLanes } from '../../src/components/index.ts';
import { stepLanes } from '../lanes/stepLanes.ts';
import { measuredReplay } from './measureReplay.tsx';
import { painted } from './meters.ts';
import { show } from './stage.ts';

/** Script milliseconds of a zoom and of a pan of the lanes of the last measured replay, as 95th percentiles. */
export async function measureLanes(): Promise<{ zoom: number; pan: number }> {
  show(
    <ReplayProvider replay={measuredReplay()}>
      <TimelineLanes />
    </ReplayProvider>,
  );
  await painted();
  await painted();
  const steps = await stepLanes();
  return {
    zoom: steps['zoom, near the whole']?.p95 ?? Number.NaN,
    pan: steps['pan, half of the session seen']?.p95 ?? Number.NaN,
  };
}
