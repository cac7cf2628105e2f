import { memo } from 'react';
import type { CellStep, HeldValue, PackSample } from '@batbot/core';
import type { AlarmMarks } from './alarm-marks.ts';
import { Widget } from '../controls/Widget.tsx';
import { Cells } from './Cells.tsx';
import { DeviceIdentity } from './DeviceIdentity.tsx';
import { Faults } from './Faults.tsx';
import { HeroCards } from './HeroCards.tsx';
import { isHeld } from './held-values.ts';
import { PackDetails } from './PackDetails.tsx';
import { Switches } from './Switches.tsx';
import { Temperatures } from './Temperatures.tsx';

interface Props {
  readonly sample: PackSample;
  readonly held: readonly HeldValue[];
  readonly steps: readonly CellStep[];
  readonly marks: AlarmMarks;
}

/** Everything one reply told, in the order of importance. Rendered once for each reply. */
export const PackView = memo(({ sample, held, steps, marks }: Props) => (
  <>
    <Widget name="The summary" data={sample}>
      <HeroCards sample={sample} held={held} marks={marks} />
    </Widget>
    <Widget name="The faults" data={sample}>
      <Faults sample={sample} held={held} />
    </Widget>
    <Widget name="The cells" data={sample}>
      <Cells sample={sample} held={held} steps={steps} alarmed={marks.cells} />
    </Widget>
    <div className="home__panels">
      <Widget name="The temperatures" data={sample}>
        <Temperatures celsius={sample.temperaturesC} held={held} alarmed={marks.sensors} />
      </Widget>
      <Widget name="The switches" data={sample}>
        <Switches switches={sample.switches} isHeld={isHeld(held, 'switches')} />
      </Widget>
      <Widget name="The pack’s details" data={sample}>
        <PackDetails sample={sample} held={held} />
      </Widget>
      <Widget name="The identity" data={sample}>
        <DeviceIdentity />
      </Widget>
    </div>
  </>
));
PackView.displayName = 'PackView';
